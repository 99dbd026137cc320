/**
 * Gives the names of a path as the most generous file system compares them: without invisible marks, trailing dots,
 * and the name of a stream.
 */
export function plainParts(path: string): readonly string[] {
  return foldedPath(path)
    .split('/')
    .map(part => part.replace(/(?<=.):.*$/, '').replace(/[. ]+$/, ''))
    .filter(Boolean);
}

/** Keeps dots and streams, as some file systems do. */
export function foldedPath(path: string): string {
  return path
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replaceAll('\\', '/');
}
