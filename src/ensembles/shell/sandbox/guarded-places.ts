import { type Dirent, readdirSync } from 'node:fs';
import { realpath } from 'node:fs/promises';
import path from 'node:path';
import { child, isWithin } from '../../../converser/words/workspace/paths.ts';
import type { Location, Root } from '../../../converser/words/workspace/workspace.ts';
import { createSlices } from '../../workspace/journal/manifest/slices.ts';
import { type AddedPlaces, nothingAdded } from '../../workspace/protection/added-places.ts';
import { mayProtect, protectedPlace, secretPlace } from '../../workspace/protection/protected-place.ts';
import { pathRulesOf } from '../../workspace/real-path.ts';

export interface Guarded {
  readonly places: readonly string[];
  /** There are more, or more than can be looked for. */
  readonly hasMore: boolean;
  /** They hold keys, or may. */
  readonly secrets: readonly string[];
  readonly hasMoreSecrets: boolean;
}

export interface GuardPorts {
  readonly roots: () => readonly Root[];
  readonly addedPlaces: AddedPlaces;
}

/** Of files and folders. */
const mostLookedAt = 300_000;

/** Each is a mount of its own. */
const mostGuarded = 1_000;

/** Of a link, where it leads. Leaves out what packages hold, because it runs by itself. Others hold only secrets. */
export async function guardedIn(ports: GuardPorts, others: readonly string[] = []): Promise<Guarded> {
  const whyAdded = await ports.addedPlaces.now();
  const isProtected = (at: Location) => (protectedPlace(at.path) ?? whyAdded(at)) !== undefined;
  const around = others.map(place => ({ path: place, name: '', rules: pathRulesOf(place) }));
  let waiting: readonly Folder[] = await Promise.all(
    [...ports.roots(), ...around].map(async root => ({
      at: { root, path: '' },
      real: await realpath(root.path).catch(() => root.path),
      isGuarded: others.includes(root.path),
    })),
  );
  const tops = waiting.map(({ real }) => real);
  const isInside = (place: string) => tops.some(top => place !== top && isWithin(place, top));
  const [places, secrets]: [string[], string[]] = [[], []];
  const slices = createSlices(new AbortController().signal);
  let lookedAt = 0;
  while (waiting.length > 0 && lookedAt < mostLookedAt && secrets.length <= mostGuarded) {
    const below: Folder[] = [];
    for (const folder of waiting) {
      const entries = entriesIn(folder.real);
      if (slices.isOver()) await slices.rest();
      lookedAt += entries.length;
      for (const entry of entries) {
        const isOrdinary = mayProtect(entry.name) === undefined && whyAdded === nothingAdded;
        if (entry.name === 'node_modules' || (isOrdinary && !entry.isDirectory())) continue;
        const real = path.join(folder.real, entry.name);
        if (tops.includes(real)) continue;
        const at = child(folder.at, entry.name);
        const isGuarded = folder.isGuarded || isProtected(at);
        if (isGuarded && !folder.isGuarded) places.push(...(await realPaths([real])).filter(isInside));
        // A folder may be called like a file with keys.
        const isSecret = secretPlace(entry.isDirectory() ? `${at.path}/x` : at.path) !== undefined;
        if (isSecret) secrets.push(...(await realPaths([real])).filter(isInside));
        else if (entry.isDirectory() && !versionControls.has(entry.name)) below.push({ at, real, isGuarded });
      }
      if (lookedAt >= mostLookedAt) break;
    }
    waiting = below;
  }
  const hasMoreSecrets = waiting.length > 0 || lookedAt >= mostLookedAt;
  const hasMore = hasMoreSecrets || places.length > mostGuarded;
  return { places: places.slice(0, mostGuarded), hasMore, secrets, hasMoreSecrets };
}

interface Folder {
  readonly at: Location;
  readonly real: string;
  /** All that is in it is guarded with it. */
  readonly isGuarded: boolean;
}

/** What they keep has other names, and git needs its settings. */
const versionControls = new Set(['.git', '.hg', '.svn', '.bzr', '.jj']);

/** To wait for each would take longer than to look. */
function entriesIn(folder: string): readonly Dirent[] {
  try {
    return readdirSync(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}

/** What isn’t there is left out. */
export async function realPaths(places: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(places.map(place => realpath(place).catch(() => undefined)));
  return [...new Set(found.filter(place => place !== undefined))];
}
