/** What files hold, for telling whether what a call has read is still the same. */
export interface Contents {
  /** The same for all paths that lead to the same place by their letters. The rest of a glob stays as it is. */
  spell(path: string): string;
  /**
   * Stands for all that the paths and globs name: places, bytes, and unsaved text. Different whenever any of it is different.
   * `undefined`: that can't be told, or it is too much to read.
   *
   * Contract: never rejects.
   */
  print(places: readonly string[]): Promise<string | undefined>;
}
