import { lstat, readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import { child, isWithin } from '../../../converser/words/workspace/paths.ts';
import type { Location, Root } from '../../../converser/words/workspace/workspace.ts';
import type { AddedPlaces } from '../../workspace/protection/added-places.ts';
import { protectedNames } from '../../workspace/protection/protected-names.ts';
import { protectedPlace } from '../../workspace/protection/protected-place.ts';
import { type Confinement, emptied, type HiddenPlace } from './bubblewrap.ts';

export interface PlacePorts {
  readonly roots: () => readonly Root[];
  /** Commands may write in these folders of yours too, such as a cache; absolute, or in `~/`. */
  readonly writable: () => readonly string[];
  readonly addedPlaces: AddedPlaces;
  /** Whether a rule of yours denies that the place is changed; absent without such rules. */
  readonly denied: () => Promise<((place: Location) => boolean) | undefined>;
  readonly protectedPlaces: () => readonly string[];
  /** Commands must not even read these absolute paths, besides your keys. */
  readonly hidden: readonly string[];
  readonly home: string;
}

export interface ConfinedPlaces extends Pick<Confinement, 'writable' | 'hidden'> {
  readonly guarded: Guarded;
  readonly ours: readonly string[];
}

export async function confine(ports: PlacePorts, hasLayer: boolean): Promise<ConfinedPlaces> {
  const { home, hidden } = ports;
  const named = ports.writable().map(place => place.replace(/^~(?=[/\\]|$)/, home));
  const writable = await realFolders([
    ...ports.roots().map(root => root.path),
    ...named.filter(place => path.isAbsolute(place)),
  ]);
  const ours = await realFolders(ports.protectedPlaces());
  return {
    writable,
    guarded: await guardedIn(ports, hasLayer ? enoughInLayer : mostLookedAt),
    ours: ours.filter(place => writable.some(folder => isWithin(place, folder))),
    hidden: await hiddenPlaces({ home, places: hidden, writable }),
  };
}

export interface Guarded {
  readonly places: readonly string[];
  /** There are more, or more than can be looked for. */
  readonly hasMore: boolean;
}

export async function guardedIn({ roots, addedPlaces }: PlacePorts, most = mostLookedAt): Promise<Guarded> {
  const whyAdded = await addedPlaces.now();
  return guardedPlaces(
    roots(),
    (place: Location) => (protectedPlace(place.path) ?? whyAdded(place)) !== undefined,
    most,
  );
}

/** Of files and folders. In a layer, what isn’t found is guarded when the command has ended. */
const enoughInLayer = 20_000;
const mostLookedAt = 300_000;

/** Each is a mount of its own. */
const mostGuarded = 1_000;

/** Of a link, where it leads in the workspace. Leaves out what packages hold, because it runs by itself. */
async function guardedPlaces(
  roots: readonly Root[],
  isProtected: (place: Location) => boolean,
  most: number,
): Promise<Guarded> {
  const found: string[] = [];
  let waiting: readonly Folder[] = await Promise.all(
    roots.map(async root => ({
      at: { root, path: '' },
      real: await realpath(root.path).catch(() => root.path),
    })),
  );
  const tops = waiting.map(({ real }) => real);
  const isInRoots = (place: string) => tops.some(top => place !== top && isWithin(place, top));
  let lookedAt = 0;
  while (waiting.length > 0 && lookedAt < most && found.length < mostGuarded) {
    const below: Folder[] = [];
    for (const folder of waiting) {
      const entries = await readdir(folder.real, { withFileTypes: true }).catch(() => []);
      lookedAt += entries.length;
      for (const entry of entries) {
        if (entry.name === 'node_modules') continue;
        const inside = { at: child(folder.at, entry.name), real: path.join(folder.real, entry.name) };
        if (isProtected(inside.at)) found.push(...(await realFolders([inside.real])).filter(isInRoots));
        else if (entry.isDirectory()) below.push(inside);
      }
      if (lookedAt >= most) break;
    }
    waiting = below;
  }
  const hasMore = waiting.length > 0 || lookedAt >= most || found.length > mostGuarded;
  return { places: found.slice(0, mostGuarded), hasMore };
}

interface Folder {
  readonly at: Location;
  readonly real: string;
}

interface HidingOptions {
  /** Your keys lie at known places in it. */
  readonly home: string;
  readonly places: readonly string[];
  /** These stay as they are, because commands work there. */
  readonly writable: readonly string[];
}

async function hiddenPlaces({ home, places, writable }: HidingOptions): Promise<readonly HiddenPlace[]> {
  const wanted = [...secretNames.map(name => path.join(home, name)), ...places].filter(
    place => !writable.some(folder => isWithin(folder, place)),
  );
  const folders = [...emptied, ...wanted, ...writable];
  const sockets = (await foreignSockets()).filter(
    socket => !folders.some(folder => isWithin(socket, folder)),
  );
  const found = await Promise.all([...wanted, ...sockets].map(hidden));
  return found.filter(place => place !== undefined);
}

const secretNames = protectedNames
  .filter(({ isSecret }) => isSecret)
  .flatMap(({ folders, files }) => [...folders, ...files]);

/** Links are left out: they could lead to what programs need. */
async function hidden(place: string): Promise<HiddenPlace | undefined> {
  const stat = await lstat(place).catch(() => undefined);
  if (stat?.isDirectory()) return { path: place, kind: 'folder' };
  return stat?.isFile() || stat?.isSocket() ? { path: place, kind: 'file' } : undefined;
}

/** Docker's socket lets a command do anything. https://man7.org/linux/man-pages/man5/proc_pid_net.5.html */
async function foreignSockets(): Promise<readonly string[]> {
  const table = await readFile('/proc/net/unix', 'utf8').catch(() => '');
  const paths = table.split('\n').map(line => / (\/.*)$/.exec(line)?.[1]);
  return [...new Set(paths.filter(each => each !== undefined))].slice(0, mostSockets);
}

/** Each is a mount of its own. Most lie in folders that are hidden as a whole. */
const mostSockets = 1_000;

/** What isn’t there is left out. */
export async function realFolders(places: readonly string[]): Promise<readonly string[]> {
  const found = await Promise.all(places.map(place => realpath(place).catch(() => undefined)));
  return [...new Set(found.filter(place => place !== undefined))];
}
