import { asSeen } from '../../../converser/words/workspace/as-seen.ts';

/** Drops what the most generous file system passes over: invisible marks, trailing dots and streams. */
export function plainParts(path: string): readonly string[] {
  return foldedPath(path)
    .split('/')
    .map(part => part.replace(/(?<=.):.*$/, '').replace(/[. ]+$/, ''))
    .filter(Boolean);
}

/** Keeps dots and streams, as some file systems do. */
export function foldedPath(path: string): string {
  return asSeen(path)
    .normalize('NFKC')
    .replace(/\p{Default_Ignorable_Code_Point}/gu, '')
    .toLowerCase()
    .replaceAll('\\', '/');
}
