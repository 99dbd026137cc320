export interface Contents {
  /** Spells paths to the same place alike, by their letters. The rest of a glob stays as it is. */
  spell(path: string): string;
  /** Differs whenever a named place, its bytes or unsaved text does. Never rejects. */
  print(places: readonly string[]): Promise<string | undefined>;
}
