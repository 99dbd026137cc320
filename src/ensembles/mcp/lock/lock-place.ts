import path from 'node:path';
import { lockFileName } from '../../descriptors/files/reserved-names.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';

/**
 * The lock of a server lies with what describes it: in the opened folder for what came with that folder, so that it
 * is committed with it, and beside the descriptor for what the person has in a folder of their own. What comes from
 * no file of that kind is pinned in `storage`, a folder of Converser's own. A server that several workspaces use is
 * so pinned once, and not anew by each of them.
 */
export function lockPlace(definition: ServerDefinition, storage: string): string {
  const { folder, origin, source } = definition;
  if (origin === 'workspace' && folder !== undefined) return path.join(folder, lockFileName);
  const isBeside = origin === 'user' && source.kind === 'descriptor' && path.isAbsolute(source.place);
  return path.join(isBeside ? path.dirname(source.place) : storage, lockFileName);
}
