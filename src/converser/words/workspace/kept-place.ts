/** A place as records of changes name it, whether its folder is open or not. */
export interface KeptPlace {
  /** The absolute path of the workspace's folder. */
  readonly root: string;
  /** Relative to it. */
  readonly path: string;
}

/** Absolute. */
export function absoluteKept({ root, path }: KeptPlace): string {
  return `${root === '/' ? '' : root}/${path}`;
}
