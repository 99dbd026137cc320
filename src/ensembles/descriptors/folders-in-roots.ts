import { isAmong } from './files/is-inside.ts';
import type { EnsembleFolder } from './prepared-ensembles.ts';

/**
 * The same folders. Into one of your own that lies in a root, tools and other programs can write: what changes there
 * while this runs counts as the root's, and is asked about.
 */
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
