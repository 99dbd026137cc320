/** Stores results that are too long to return. */
export interface Spill {
  /**
   * Stores a text under a name that begins with `name`.
   *
   * Contract: rejects if it cannot. Resolves to a sentence that tells the model where the text is and how to read more.
   */
  write(name: string, text: string): Promise<string>;
}
