/** What is read of instructions and skills at most. */
export const limits = {
  /** Bytes of a file. Larger ones are no instructions. */
  fileBytes: 262_144,
  /** Characters of a file; the rest is for models to read when they need it. */
  fileCharacters: 32_768,
  /** Characters of all files above a conversation, and of those that join one turn. */
  characters: 65_536,
  /** Files above a conversation. */
  files: 40,
  /** Files that join in one turn. */
  followed: 24,
  /** Files that hold for some paths only, in each root. */
  rules: 200,
  /** Folders below the one that is looked through. */
  depth: 6,
  /** Entries of a folder that are looked at. */
  entries: 500,
  /** Folders and files of a round that are looked at for what holds there. */
  places: 60,
  imports: 20,
  /** Imports of imports, as Claude Code has it. */
  importDepth: 5,
  /** Characters of the list of files that models read when they fit. */
  onDemand: 6_000,
  skills: 100,
  /** Characters of the list of skills. */
  skillList: 6_000,
  frontMatter: 16_384,
  /** Milliseconds for looking at the beginning of a turn, and after each round. */
  time: 5_000,
} as const;

/**
 * Characters for instructions where a model's window is known. A token has about four characters, so they take a quarter
 * of a small window at most.
 */
export function charactersFor(contextTokens: number | undefined): number {
  return Math.min(limits.characters, contextTokens ?? limits.characters);
}
