const mostCharacters = 500;

/** Ignores case and how white space is broken. Returns `undefined` where there is nothing to look for. */
export function findPattern(wanted: string): RegExp | undefined {
  const words = wanted.slice(0, mostCharacters).trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  const either = (word: string) => `(?:${spellingsOf(word).map(literally).join('|')})`;
  return new RegExp(words.map(either).join('\\s+'), 'giu');
}

/** Unicode writes é and 한 in two ways that look alike, and macOS names files in the one that keyboards don't. */
export function spellingsOf(text: string): readonly string[] {
  return [...new Set([text, text.normalize('NFC'), text.normalize('NFD')])];
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
