/** What you have decided about tools to show, and what of it to take back. */
export interface PermissionsOptions {
  readonly roots: readonly string[];
  readonly json: boolean;
  /** Rules as the list shows them. */
  readonly revoke: readonly string[];
}

const known: ReadonlySet<string> = new Set(['root', 'json', 'revoke']);

/** The options, or what is wrong with them. */
export function readPermissions(
  values: {
    readonly root?: string[] | undefined;
    readonly json?: boolean | undefined;
    readonly revoke?: string[] | undefined;
  },
  more: readonly string[],
): PermissionsOptions | { readonly wrong: string } {
  const other = Object.keys(values).find(name => !known.has(name));
  if (other !== undefined) return { wrong: `--${other} doesn't go with permissions. Remove one of them.` };
  if (more.length > 0)
    return { wrong: `permissions takes no question. Remove ${JSON.stringify(more.join(' '))}.` };
  const { root: roots = ['.'], json = false, revoke = [] } = values;
  return { roots, json, revoke };
}
