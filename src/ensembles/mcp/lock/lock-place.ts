import path from 'node:path';
import { lockFileName } from '../../descriptors/files/reserved-names.ts';
import type { ServerDefinition } from '../definition/server-definition.ts';

/** Beside the description it is committed with the folder; in `storage` several workspaces pin a server once. */
export function lockPlace(definition: ServerDefinition, storage: string): string {
  const { folder, origin, source } = definition;
  if (origin === 'workspace' && folder !== undefined) return path.join(folder, lockFileName);
  const isBeside = origin === 'user' && source.kind === 'descriptor' && path.isAbsolute(source.place);
  return path.join(isBeside ? path.dirname(source.place) : storage, lockFileName);
}
