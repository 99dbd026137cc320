import { pathToFileURL } from 'node:url';
import type { Root } from '@modelcontextprotocol/client';
import type { Values } from './values.ts';

/** Only what must be escaped is escaped: editors write `file:///c%3A/…`, which some servers don't understand. */
export function serverRoots(folders: Values['folders']): readonly Root[] {
  return folders.map(({ name, path }) => ({ uri: pathToFileURL(path).href, name }));
}
