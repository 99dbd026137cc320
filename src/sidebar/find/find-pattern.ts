const mostCharacters = 500;

/**
 * What finds a text, whatever its case and however its white space is broken; undefined where there is nothing to look
 * for. It has the flag `g`.
 */
export function findPattern(wanted: string): RegExp | undefined {
  const words = wanted.slice(0, mostCharacters).trim().split(/\s+/).filter(Boolean);
  if (words.length === 0) return undefined;
  return new RegExp(words.map(literally).join('\\s+'), 'giu');
}

function literally(text: string): string {
  return text.replaceAll(/[\\^$.*+?()[\]{}|/]/g, '\\$&');
}
