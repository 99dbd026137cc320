const mostCharacters = 500;

/** Ignores case and how white space is broken. Returns `undefined` where there is nothing to look for. */
export function findPattern(wanted: string): RegExp | undefined {
  const words = wanted.slice(0, mostCharacters).trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return new RegExp(words.map(literally).join('\\s+'), 'giu');
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
