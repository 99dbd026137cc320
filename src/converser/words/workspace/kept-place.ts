export interface KeptPlace {
  /** An absolute path. */
  readonly root: string;
  /** Relative to the root. */
  readonly path: string;
}

export function absoluteKept({ root, path }: KeptPlace): string {
  return `${root === '/' ? '' : root}/${path}`;
}
