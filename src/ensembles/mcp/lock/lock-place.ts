import path from 'node:path';
import { lockFileName } from '../../descriptors/files/reserved-names.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';

/**
 * The lock of a server is kept with its description: in the opened folder if the server came with it, so that it is
 * committed; beside the descriptor if that is the user's own; otherwise in `storage`, a folder of Converser's own. So a
 * server that several workspaces use is pinned once.
 */
export function lockPlace(definition: ServerDefinition, storage: string): string {
  const { folder, origin, source } = definition;
  if (origin === 'workspace' && folder !== undefined) return path.join(folder, lockFileName);
  const isBeside = origin === 'user' && source.kind === 'descriptor' && path.isAbsolute(source.place);
  return path.join(isBeside ? path.dirname(source.place) : storage, lockFileName);
}
