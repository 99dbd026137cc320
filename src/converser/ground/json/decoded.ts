/** A text whose characters may be encoded for an address. Where they are not encoded properly, it stays as it is. */
export function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
