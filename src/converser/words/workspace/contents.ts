/** Tells whether what a call read is still the same. */
export interface Contents {
  /** Spells paths to the same place alike, by their letters. The rest of a glob stays as it is. */
  spell(path: string): string;
  /**
   * Differs whenever a named place, its bytes or unsaved text does; `undefined` if that can't be told, or is
   * too much to read. Never rejects.
   */
  print(places: readonly string[]): Promise<string | undefined>;
}
