/** Keeps what is too long to be told, so that it can be read on. */
export interface Spill {
  /**
   * Keeps a text under a name that begins as given.
   *
   * Contract: rejects when it cannot be kept. What it returns says to the model where the text is and how to read
   * on, in a sentence.
   */
  write(name: string, text: string): Promise<string>;
}
