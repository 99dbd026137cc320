const closing: Readonly<Record<string, string>> = { '"': '"', "'": "'", '“': '”', '‘': '’' };

export function isQuote(character: string): boolean {
  return Object.hasOwn(closing, character);
}

export function closingQuote(quote: string): string {
  return closing[quote] ?? quote;
}
