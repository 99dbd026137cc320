import { lstat, readFile } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../../../converser/words/workspace/paths.ts';
import type { Location } from '../../../converser/words/workspace/workspace.ts';
import { protectedNames } from '../../workspace/protection/protected-names.ts';
import type { Confinement, HiddenPlace } from './bubblewrap.ts';
import { type Guarded, type GuardPorts, guardedIn, realPaths } from './guarded-places.ts';
import { type HomePorts, hiddenHomes } from './hidden-homes.ts';
import { ownPlaces } from './own-places.ts';
import { repositoriesAround } from './repositories-around.ts';
import { emptied } from './tool-places.ts';

export interface PlacePorts extends GuardPorts {
  /** Commands may write in these folders of yours too, such as a cache; absolute, or in `~/`. */
  readonly writable: () => readonly string[];
  /** Whether a rule of yours denies that the place is changed; absent without such rules. */
  readonly denied: () => Promise<((place: Location) => boolean) | undefined>;
  readonly protectedPlaces: () => readonly string[];
  /** Commands must not even read these absolute paths, besides your keys. */
  readonly hidden: readonly string[];
  readonly home: string;
}

export interface ConfinedPlaces extends Pick<Confinement, 'writable' | 'hidden' | 'seen'> {
  readonly guarded: Guarded;
  readonly ours: readonly string[];
}

export interface ConfinedCommand extends Pick<HomePorts, 'program' | 'searchPath'> {
  /** Those of the workspace. */
  readonly seesKeys: boolean;
}

/** Rejects if commands could write more than they may. */
export async function confine(
  ports: PlacePorts,
  { seesKeys, ...command }: ConfinedCommand,
): Promise<ConfinedPlaces> {
  const { home } = ports;
  const tops = await realPaths(ports.roots().map(root => root.path));
  const given = ports.writable().map(place => place.replace(/^~(?=[/\\]|$)/, home));
  const named = await realPaths(given.filter(place => path.isAbsolute(place)));
  const writable = [...new Set([...tops, ...named])];
  const ours = await ownPlaces(ports.protectedPlaces(), { writable, named });
  const { worktrees, gitFolders } = await repositoriesAround(tops);
  const around = worktrees.filter(place => !isWithin(home, place));
  const seen = await hiddenHomes({ ...command, home, writable, needed: [...around, ...gitFolders] });
  const guarded = await guardedIn(ports, around);
  const places = [...ports.hidden, ...(seesKeys ? [] : guarded.secrets)];
  const isSeen = (place: string) =>
    !seen.homes.some(each => isWithin(place, each)) ||
    [...seen.shown, ...writable].some(folder => isWithin(place, folder));
  const hidden = (await hiddenPlaces({ home, places, writable })).filter(each => isSeen(each.path));
  return { writable, guarded, ours, seen, hidden };
}

type Hiding = Pick<HomePorts, 'home' | 'writable'> & Pick<Guarded, 'places'>;

/** Your keys lie at known places of a home that isn’t hidden, as commands work there. */
async function hiddenPlaces({ home, places, writable }: Hiding): Promise<readonly HiddenPlace[]> {
  const wanted = [...secretNames.map(name => path.join(home, name)), ...places].filter(
    place => !writable.some(folder => isWithin(folder, place)),
  );
  const folders = [...emptied, ...wanted, ...writable];
  const sockets = (await foreignSockets()).filter(
    socket => !folders.some(folder => isWithin(socket, folder)),
  );
  const found = await Promise.all([...wanted, ...sockets].map(hidden));
  const all = found.filter(place => place !== undefined);
  const isInOther = (place: string) => all.some(other => other.path !== place && isWithin(place, other.path));
  return all.filter(each => !isInOther(each.path));
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
