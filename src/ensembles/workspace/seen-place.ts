import { asSeen } from '../../converser/words/workspace/as-seen.ts';
import { child } from '../../converser/words/workspace/paths.ts';
import type { Location, WorkspaceFiles } from '../../converser/words/workspace/workspace.ts';

/**
 * Where nothing has this very name, the only place whose name looks like it: people and models type what they see.
 * Otherwise, the place as it was written.
 */
export async function seenPlace(
  workspace: Pick<WorkspaceFiles, 'stat' | 'list'>,
  location: Location,
): Promise<Location> {
  const isThere = async (place: Location) =>
    (await workspace.stat(place).catch(() => undefined)) !== undefined;
  if (location.path === '' || (await isThere(location))) return location;
  let found: Location = { root: location.root, path: '' };
  for (const name of location.path.split('/')) {
    const exact = child(found, name);
    if (await isThere(exact)) {
      found = exact;
      continue;
    }
    const entries = await workspace.list(found).catch(() => []);
    const [only, another] = entries.filter(entry => asSeen(entry.name) === asSeen(name));
    if (only === undefined || another !== undefined) return location;
    found = child(found, only.name);
  }
  return found;
}
