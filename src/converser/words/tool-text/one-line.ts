/** Text of a client or a server on one line, so that it cannot pose as another line of the prompt. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cf}\p{Co}\p{Cs}]+/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** So many characters of a text, and no half of a pair. */
export function clipped(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/** Where a sentence ends: not after `e.g.` and `i.e.`. */
const sentence = /^.*?(?<!\b(?:e\.g|i\.e|etc|vs))[.!?](?=\s|$)/;

/** On one line, and of so many characters at most. */
export function firstSentence(description: string, longest: number): string {
  const line = oneLine(description.slice(0, 10 * longest));
  return clipped(sentence.exec(line)?.[0] ?? line, longest);
}
