/** Whose instructions to list. */
export interface InstructionsOptions {
  readonly roots: readonly string[];
  /** Whether the folders' own instructions and skills are among them. */
  readonly trust: boolean;
  readonly json: boolean;
}

const known: ReadonlySet<string> = new Set(['root', 'trust', 'json']);

/** The options, or what is wrong with them. */
export function readInstructions(
  values: {
    readonly root?: string[] | undefined;
    readonly trust?: boolean | undefined;
    readonly json?: boolean | undefined;
  },
  more: readonly string[],
): InstructionsOptions | { readonly wrong: string } {
  const other = Object.keys(values).find(name => !known.has(name));
  if (other !== undefined) return { wrong: `--${other} doesn't go with instructions. Remove one of them.` };
  if (more.length > 0)
    return { wrong: `instructions takes no question. Remove ${JSON.stringify(more.join(' '))}.` };
  const { root: roots = ['.'], trust = false, json = false } = values;
  return { roots, trust, json };
}
