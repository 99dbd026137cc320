/** `o200k` is the only tokenizer that Converser has. */
export function isTokenizerKnown(id: string): boolean {
  return /(^|\/)(gpt-(4o|4\.[15]|5|oss)|chatgpt-4o|o[134](-|$))/.test(id);
}
