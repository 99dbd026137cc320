import { readdir } from 'node:fs/promises';
import path from 'node:path';

/** Entries that are looked at in all. Folders further up come first. */
const mostLookedAt = 20_000;

/** Each is a mount of its own. */
const mostGuarded = 500;

/**
 * The protected files and folders in some roots. Links are left out, because a mount would stand for where they lead,
 * and what packages hold, because it runs by itself.
 */
export async function guardedPlaces(
  roots: readonly string[],
  whyProtected: (path: string) => string | undefined,
): Promise<readonly string[]> {
  const found: string[] = [];
  let waiting: readonly Place[] = roots.map(root => ({ root, inside: '' }));
  let lookedAt = 0;
  while (waiting.length > 0 && lookedAt < mostLookedAt && found.length < mostGuarded) {
    const below: Place[] = [];
    for (const { root, inside } of waiting) {
      const entries = await readdir(path.join(root, inside), { withFileTypes: true }).catch(() => []);
      lookedAt += entries.length;
      for (const entry of entries) {
        if (entry.isSymbolicLink() || entry.name === 'node_modules') continue;
        const place = path.posix.join(inside, entry.name);
        if (whyProtected(place) !== undefined) found.push(path.join(root, place));
        else if (entry.isDirectory()) below.push({ root, inside: place });
      }
      if (lookedAt >= mostLookedAt) break;
    }
    waiting = below;
  }
  return found.slice(0, mostGuarded);
}

interface Place {
  readonly root: string;
  readonly inside: string;
}
