/** What can be completed at the caret. */
export interface CompletionPlace {
  readonly kind: 'prompt' | 'argument' | 'resource';
  /** Where the part of the text starts that a choice replaces. */
  readonly start: number;
}

/**
 * What an MCP server could complete in the text before the caret: `/server:pro`, `/server:prompt name=va` or, after
 * any text, `@server:reso`.
 */
export function completionPlace(before: string): CompletionPlace | undefined {
  const word = before.length - (/\S*$/.exec(before)?.[0].length ?? 0);
  if (/^\/[^\s/]*$/.test(before)) return { kind: 'prompt', start: 0 };
  if (before.startsWith('@', word)) return { kind: 'resource', start: word };
  return /^\/[^\s/:]+:\S+\s/.test(before) ? { kind: 'argument', start: word } : undefined;
}
