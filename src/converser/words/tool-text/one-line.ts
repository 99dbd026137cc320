/** Makes one line of others' text, so that it can't pose as another line of the prompt. */
export function oneLine(text: string): string {
  return text
    .replace(/[\p{Cf}\p{Co}\p{Cs}]+/gu, '')
    .replace(/[\p{Cc}\s]+/gu, ' ')
    .trim();
}

/** Cuts no surrogate pair in half. */
export function clipped(text: string, longest: number): string {
  if (text.length <= longest) return text;
  return `${text.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

const sentence = /^.*?(?<!\b(?:e\.g|i\.e|etc|vs))[.!?](?=\s|$)/;

export function firstSentence(description: string, longest: number): string {
  const line = oneLine(description.slice(0, 10 * longest));
  return clipped(sentence.exec(line)?.[0] ?? line, longest);
}
