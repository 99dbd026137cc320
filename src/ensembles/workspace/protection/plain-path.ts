/**
 * The names of a path as the most generous file system compares them: without what some of them ignore, which are marks
 * that cannot be seen, trailing dots, and the name of a stream.
 */
export function plainParts(path: string): readonly string[] {
  return foldedPath(path)
    .split('/')
    .map(part => part.replace(/(?<=.):.*$/, '').replace(/[. ]+$/, ''))
    .filter(Boolean);
}

/** The same without leaving out dots and streams: some file systems keep them. */
export function foldedPath(path: string): string {
  return path
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replaceAll('\\', '/');
}
