/** What could be completed where somebody writes. */
export interface CompletionPlace {
  readonly kind: 'prompt' | 'argument' | 'resource';
  /** Where in the text that begins which a choice replaces. */
  readonly start: number;
}

/**
 * What stands before the caret, if a server could complete it: `/server:pro`, `/server:prompt name=va` or, at the
 * end of anything, `@server:reso`.
 */
export function completionPlace(before: string): CompletionPlace | undefined {
  const word = before.length - (/\S*$/.exec(before)?.[0].length ?? 0);
  if (/^\/[^\s/]*$/.test(before)) return { kind: 'prompt', start: 0 };
  if (before.startsWith('@', word)) return { kind: 'resource', start: word };
  return /^\/[^\s/:]+:\S+\s/.test(before) ? { kind: 'argument', start: word } : undefined;
}
