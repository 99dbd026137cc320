import { pathToFileURL } from 'node:url';
import type { Root } from '@modelcontextprotocol/client';
import type { Values } from './values.ts';

/**
 * The opened folders as roots, whose addresses must be those of files. Only what must be escaped is escaped: editors
 * write `file:///c%3A/…`, which some servers do not understand.
 */
export function serverRoots(folders: Values['folders']): readonly Root[] {
  return folders.map(({ name, path }) => ({ uri: pathToFileURL(path).href, name }));
}
