import path from 'node:path';
import type { ServerDefinition } from '../../ensembles/mcp/definition/server-definition.ts';
import { lockPlace } from '../../ensembles/mcp/lock/lock-place.ts';
import { stateFolder } from './state-folder.ts';

/** Where servers are pinned: in the file that was named, else where it lies by itself. */
export function lockFileOf({ lock }: { readonly lock?: string }): (definition: ServerDefinition) => string {
  return definition => lock ?? lockPlace(definition, path.join(stateFolder(), 'mcp'));
}
