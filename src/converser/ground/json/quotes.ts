/** The marks between which models write strings, each with the one that closes it. */
const closing: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };

/** Whether a character may open a string. */
export function isQuote(character: string): boolean {
  return Object.hasOwn(closing, character);
}

/** What closes a string that `quote` opens. */
export function closingQuote(quote: string): string {
  return closing[quote] ?? quote;
}
