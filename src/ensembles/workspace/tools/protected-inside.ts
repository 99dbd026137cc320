import { child } from '../../../converser/workspace/paths.ts';
import type { Location } from '../../../converser/workspace/workspace.ts';
import { protectedPlace } from '../protected-place.ts';
import { locate, shownPlace, type ToolContext } from './tool-context.ts';

const mostEntries = 2000;

/** Why moving or deleting a folder must be asked about: it holds a protected place, or too much to be looked through. */
export async function protectedInside(toolContext: ToolContext, path: string): Promise<string | undefined> {
  let looked = 0;
  const look = async (folder: Location): Promise<string | undefined> => {
    for (const { name, kind, isLink } of await toolContext.workspace.list(folder)) {
      const place = child(folder, name);
      const reason = protectedPlace(place.path);
      if (reason !== undefined) return `${shownPlace(toolContext, place)} is a protected place: ${reason}`;
      if (++looked > mostEntries)
        return `${shownPlace(toolContext, folder)} has too many files to check for protected places.`;
      const inside = kind === 'folder' && !isLink ? await look(place) : undefined;
      if (inside !== undefined) return inside;
    }
    return undefined;
  };
  try {
    const folder = locate(toolContext, path);
    return (await toolContext.workspace.stat(folder))?.kind === 'folder' ? await look(folder) : undefined;
  } catch {
    // What cannot be looked at cannot be moved or deleted either; the call itself will say why.
    return undefined;
  }
}
