import { readdir, realpath } from 'node:fs/promises';
import path from 'node:path';
import { child } from '../../../converser/words/workspace/paths.ts';
import type { Location, Root } from '../../../converser/words/workspace/workspace.ts';

const mostLookedAt = 20_000;

/** Each is a mount of its own. */
const mostGuarded = 500;

/** Leaves out links, because a mount would stand for where they lead, and what packages hold, because it runs by itself. */
export async function guardedPlaces(
  roots: readonly Root[],
  isProtected: (place: Location) => boolean,
): Promise<readonly string[]> {
  const found: string[] = [];
  let waiting: readonly Folder[] = await Promise.all(
    roots.map(async root => ({
      at: { root, path: '' },
      real: await realpath(root.path).catch(() => root.path),
    })),
  );
  let lookedAt = 0;
  while (waiting.length > 0 && lookedAt < mostLookedAt && found.length < mostGuarded) {
    const below: Folder[] = [];
    for (const folder of waiting) {
      const entries = await readdir(folder.real, { withFileTypes: true }).catch(() => []);
      lookedAt += entries.length;
      for (const entry of entries) {
        if (entry.isSymbolicLink() || entry.name === 'node_modules') continue;
        const inside = { at: child(folder.at, entry.name), real: path.join(folder.real, entry.name) };
        if (isProtected(inside.at)) found.push(inside.real);
        else if (entry.isDirectory()) below.push(inside);
      }
      if (lookedAt >= mostLookedAt) break;
    }
    waiting = below;
  }
  return found.slice(0, mostGuarded);
}

interface Folder {
  readonly at: Location;
  readonly real: string;
}
