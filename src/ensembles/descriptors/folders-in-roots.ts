import { isAmong } from './files/is-inside.ts';
import type { EnsembleFolder } from './prepared-ensembles.ts';

/** Tools and programs can write into a folder of yours that lies in a root: what changes there counts as the root's. */
export function withChangesAsked(
  folders: readonly EnsembleFolder[],
  roots: readonly string[],
): readonly EnsembleFolder[] {
  return folders.map(folder =>
    folder.origin === 'user' && isAmong(roots, folder.path)
      ? { ...folder, originOfChanges: 'workspace' }
      : folder,
  );
}
