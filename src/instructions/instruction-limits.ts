export const limits = {
  /** In bytes. Larger files aren't instructions. */
  fileBytes: 262_144,
  /** In characters of a file; models read the rest when they need it. */
  fileCharacters: 32_768,
  /** In characters of all files above a conversation, and of those that join one turn. */
  characters: 65_536,
  files: 40,
  followed: 24,
  /** In each root, for files that hold for some paths only. */
  rules: 200,
  depth: 6,
  entries: 500,
  /** In folders and files of a round. */
  places: 60,
  imports: 20,
  /** Imports of imports, as Claude Code has it. */
  importDepth: 5,
  /** In characters of the list of files that models read when they fit. */
  onDemand: 6_000,
  skills: 100,
  /** In characters. */
  skillList: 6_000,
  frontMatter: 16_384,
  /** In milliseconds, at the beginning of a turn and after each round. */
  time: 5_000,
} as const;

/** In characters. A token has about four, so instructions take a quarter of a small window at most. */
export function charactersFor(contextTokens: number | undefined): number {
  return Math.min(limits.characters, contextTokens ?? limits.characters);
}
