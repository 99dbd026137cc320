export interface KeptPlace {
  readonly root: string;
  readonly path: string;
}

export function absoluteKept({ root, path }: KeptPlace): string {
  return `${root === '/' ? '' : root}/${path}`;
}
