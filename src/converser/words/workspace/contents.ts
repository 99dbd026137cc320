export interface Contents {
  spell(path: string): string;
  /** Differs whenever a named place, its bytes or unsaved text does. Never rejects. */
  print(places: readonly string[]): Promise<string | undefined>;
}
