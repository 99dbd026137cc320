import { child, shownPath } from '../../../converser/words/workspace/paths.ts';
import type { Location, Workspace } from '../../../converser/words/workspace/workspace.ts';
import { nameInLine } from '../name-in-line.ts';
import type { AddedPlaces } from './added-places.ts';
import { protectedPlace } from './protected-place.ts';
import { isGitFolder } from './why-protected.ts';

interface Looking {
  readonly workspace: Pick<Workspace, 'roots' | 'list' | 'stat'>;
  readonly addedPlaces: AddedPlaces;
}

/** Beyond that, asking takes less time than looking. */
const mostEntries = 2000;

/** A folder that holds what is, or becomes, protected must be asked about, and so must too large a one. */
export async function protectedInside(
  { workspace, addedPlaces }: Looking,
  folder: Location,
  to: Location | undefined,
): Promise<string | undefined> {
  const whyAdded = await addedPlaces.now();
  const reasonThere = (place: Location) => {
    const reason = protectedPlace(place.path) ?? whyAdded(place);
    return reason && `${shownPlace(workspace, place)} is a protected place: ${reason}`;
  };
  let looked = 0;
  const look = async (inner: Location): Promise<string | undefined> => {
    const entries = await workspace.list(inner);
    const names = new Set(entries.map(({ name }) => name.toLowerCase()));
    if (await isGitFolder(name => names.has(name.toLowerCase()))) {
      return `${shownPlace(workspace, inner)} is a git repository, and git runs what that says.`;
    }
    for (const { name, kind, isLink } of entries) {
      const place = child(inner, name);
      const reason = reasonThere(place) ?? (to && reasonThere(moved(place, folder, to)));
      if (reason !== undefined) return reason;
      if (++looked > mostEntries)
        return `${shownPlace(workspace, folder)} has too many files to check for protected places.`;
      const inside = kind === 'folder' && !isLink ? await look(place) : undefined;
      if (inside !== undefined) return inside;
    }
    return undefined;
  };
  try {
    return (await workspace.stat(folder))?.kind === 'folder' ? await look(folder) : undefined;
  } catch {
    // What can't be looked at can't be moved or deleted either; the call itself will say why.
    return undefined;
  }
}

function shownPlace({ roots }: Pick<Workspace, 'roots'>, place: Location): string {
  return nameInLine(shownPath(place, roots));
}

function moved(place: Location, folder: Location, to: Location): Location {
  const inside = folder.path === '' ? place.path : place.path.slice(folder.path.length + 1);
  return child(to, inside);
}
