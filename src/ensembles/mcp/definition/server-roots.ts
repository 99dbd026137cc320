import { pathToFileURL } from 'node:url';
import type { Root } from '@modelcontextprotocol/client';
import type { Values } from './values.ts';

/**
 * The opened folders as servers are told of them: by addresses of files, which are the only ones that roots may have,
 * and with nothing in them escaped that an address may hold. Editors write `file:///c%3A/…`, which some servers take
 * for a name.
 */
export function serverRoots(folders: Values['folders']): readonly Root[] {
  return folders.map(({ name, path }) => ({ uri: pathToFileURL(path).href, name }));
}
