import { child } from '../../../converser/workspace/paths.ts';
import type { Location } from '../../../converser/workspace/workspace.ts';
import { protectedPlace } from '../protected-place.ts';
import { locate, shownPlace, type ToolContext } from './tool-context.ts';

const mostEntries = 2000;

/** Why moving or deleting a folder must be asked about: it holds a protected place, or too much to be looked through. */
export async function protectedInside(shared: ToolContext, path: string): Promise<string | undefined> {
  let looked = 0;
  const look = async (folder: Location): Promise<string | undefined> => {
    for (const { name, kind, isLink } of await shared.workspace.list(folder)) {
      const place = child(folder, name);
      const reason = protectedPlace(place.path);
      if (reason !== undefined) return `${shownPlace(shared, place)} is a protected place: ${reason}`;
      if (++looked > mostEntries)
        return `${shownPlace(shared, folder)} has too many files to check for protected places.`;
      const inside = kind === 'folder' && !isLink ? await look(place) : undefined;
      if (inside !== undefined) return inside;
    }
    return undefined;
  };
  try {
    const folder = locate(shared, path);
    return (await shared.workspace.stat(folder))?.kind === 'folder' ? await look(folder) : undefined;
  } catch {
    // What cannot be looked at cannot be moved or deleted either; the call itself will say why.
    return undefined;
  }
}
