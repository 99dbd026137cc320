export interface CompletionPlace {
  readonly kind: 'prompt' | 'argument' | 'resource' | 'tool';
  readonly start: number;
}

/** Knows `/inv`, `/team/rev`, `/invoke ensemble:na`, `/server:pro`, `/server:prompt name=va` and `@server:reso`. */
export function completionPlace(before: string): CompletionPlace | undefined {
  const word = before.length - (/\S*$/.exec(before)?.[0].length ?? 0);
  if (/^\/\S*$/.test(before)) return { kind: 'prompt', start: 0 };
  if (/^\/invoke\s+\S*$/.test(before)) return { kind: 'tool', start: word };
  if (before.startsWith('@', word)) return { kind: 'resource', start: word };
  return /^\/[^\s/:]+:\S+\s/.test(before) ? { kind: 'argument', start: word } : undefined;
}
