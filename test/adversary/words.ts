/** The words of a text. A visible space stands for one within a word. */
export function words(text: string): readonly string[] {
  return text
    .trim()
    .split(/\s+/)
    .map(word => word.replaceAll('\u2423', ' '));
}
