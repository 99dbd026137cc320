import { lstatSync, type Stats } from 'node:fs';
import { chmod, lstat } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../../../converser/ground/causes.ts';
import { bytePath, namesIn } from '../../../../files/byte-names.ts';
import { readBytes } from '../../../../files/read-regular-file.ts';
import { removeAll } from '../../../../files/remove-all.ts';
import { realPath } from '../../../workspace/real-path.ts';
import type { Gate, Reason } from './gate.ts';
import { moveIntoPlace } from './move-into-place.ts';
import type { Layer, Overlay } from './overlay.ts';

export interface RefusedChange extends Reason {
  /** Absolute, in the workspace. */
  readonly place: string;
  /** Holds what it was to become; absent if it was to be removed. */
  readonly content?: string;
}

/**
 * Puts what a command changed into the workspace, each file in one step, if the gate lets it. What it refuses stays
 * in the layer.
 */
export async function applyLayer(
  layer: Layer,
  overlay: Overlay,
  gate: Gate,
): Promise<readonly RefusedChange[]> {
  if (namesIn(layer.upper).length === 0) return [];
  const folders = ['.', ...foldersOf(layer, '.')];
  const covered = await overlay.covered(layer, folders);
  const refused: RefusedChange[] = [];
  await applyFolder('.', { layer, covered, gate, refused });
  return refused;
}

/** Resolves to the places that it changed. */
export async function bringRefused(refused: readonly RefusedChange[]): Promise<readonly string[]> {
  const wanted = refused.filter(({ isFinal }) => !isFinal);
  for (const { place, content } of wanted) {
    const folder = path.dirname(place);
    if (!(await isSameFolder(folder))) throw new Error(`${folder} was replaced meanwhile.`);
    if (content === undefined) await removeAll(place);
    else await moveIntoPlace({ place, content, before: await statOf(place) });
  }
  return wanted.map(({ place }) => place);
}

interface Applying {
  readonly layer: Layer;
  /** Folders instead of others, or of which nothing was left. */
  readonly covered: ReadonlySet<string>;
  readonly gate: Gate;
  readonly refused: RefusedChange[];
}

/** Each by its path below. What is in folders that aren’t there isn’t named. */
function foldersOf({ below, upper }: Pick<Layer, 'below' | 'upper'>, folder: string): readonly string[] {
  const places = namesIn(path.join(upper, folder)).map(name => path.posix.join(folder, name));
  const inside = places.filter(place => isFolder(path.join(upper, place)));
  return inside.flatMap(place => [
    place,
    ...(isFolder(path.join(below, place)) ? foldersOf({ below, upper }, place) : []),
  ]);
}

function isFolder(place: string): boolean {
  return lstatSync(bytePath(place), { throwIfNoEntry: false })?.isDirectory() === true;
}

const replaced = { why: 'it was replaced meanwhile.', isFinal: true };

async function applyFolder(folder: string, applying: Applying): Promise<void> {
  const { layer, covered, refused } = applying;
  const [target, content] = [path.join(layer.below, folder), path.join(layer.upper, folder)];
  // Somebody else may have put a link in its way.
  if (!(await isSameFolder(target))) return void refused.push({ place: target, content, ...replaced });
  const made = new Set(namesIn(content));
  const below = covered.has(folder) ? namesIn(target).filter(name => !made.has(name)) : [];
  for (const name of below) {
    const place = path.join(target, name);
    const now = await statOf(place);
    // What others made meanwhile wasn’t there when the command removed all.
    if (now !== undefined && now.ctimeMs <= layer.since) await removeEntry(place, now, applying);
  }
  for (const name of made) await applyEntry(path.posix.join(folder, name), applying);
}

async function removeEntry(place: string, now: Stats, { gate, refused }: Applying): Promise<void> {
  const [inside] = await refusedIn({ place, content: place }, now, gate);
  if (inside === undefined) await removeAll(place);
  else refused.push({ ...inside.reason, place });
}

type Change = Required<Pick<RefusedChange, 'place' | 'content'>>;

interface Refusal extends Change {
  readonly reason: Reason;
}

async function applyEntry(name: string, applying: Applying): Promise<void> {
  const { layer, covered, gate, refused } = applying;
  const change = { place: path.join(layer.below, name), content: path.join(layer.upper, name) };
  const { place, content } = change;
  const [now, before] = await Promise.all([lstat(bytePath(content)), statOf(place)]);
  if (isRemoval(now)) return before && removeEntry(place, before, applying);
  const isThere = before?.isDirectory() === true;
  if (now.isDirectory() && before !== undefined && !isThere && !covered.has(name))
    return void refused.push({ ...change, ...replaced });
  if (now.isDirectory() && isThere) {
    if (now.mode !== before.mode) await changeMode(change, now, applying);
    return applyFolder(name, applying);
  }
  if (before !== undefined && (await isSame(change, now, before))) return;
  const [taken] = isThere ? await refusedIn({ place, content: place }, before, gate) : [];
  if (taken !== undefined) return void refused.push({ ...change, ...taken.reason });
  const inside = await refusedIn(change, now, gate);
  refused.push(...inside.map(({ reason, ...each }) => ({ ...each, ...reason })));
  if (inside.some(each => each.place === place)) return;
  const without = new Set(inside.map(each => each.content));
  await moveIntoPlace({ ...change, before, without }).catch(cause => {
    if (!hasCode(cause, 'ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY')) throw cause;
    refused.push({ ...change, ...replaced });
  });
}

async function changeMode(change: Change, { mode }: Stats, { gate, refused }: Applying): Promise<void> {
  const reason = await gate.why(change.place, change.content);
  if (reason === undefined) await chmod(bytePath(change.place), mode & 0o7777);
  else refused.push({ ...change, ...reason });
}

/** See “whiteouts” in the kernel’s documentation of overlayfs. */
function isRemoval(stats: Stats): boolean {
  return stats.isCharacterDevice() && stats.rdev === 0;
}

/** A file that was only opened is the same. */
async function isSame({ place, content }: Change, now: Stats, before: Stats): Promise<boolean> {
  if (now.mode !== before.mode || (now.isFile() && now.nlink > 1)) return false;
  if (!now.isFile()) return false;
  if (now.size !== before.size || now.mtimeMs !== before.mtimeMs || now.size > largestCompared) return false;
  const [one, other] = await Promise.all([readBytes(content), readBytes(place)]);
  return one.equals(other);
}

/** In bytes. Beyond, writing again takes less time. */
const largestCompared = 8 * 1024 ** 2;

const unknown = { why: 'it is neither a file nor a folder nor a link.', isFinal: true };

async function refusedIn({ place, content }: Change, stats: Stats, gate: Gate): Promise<readonly Refusal[]> {
  const isKnown = stats.isFile() || stats.isSymbolicLink() || stats.isDirectory();
  const reason = isKnown ? await gate.why(place, content) : unknown;
  if (reason !== undefined) return [{ place, content, reason }];
  if (!stats.isDirectory() || gate.isOpen(place)) return [];
  const refused: Refusal[] = [];
  for (const name of namesIn(content)) {
    const inner = { place: path.join(place, name), content: path.join(content, name) };
    refused.push(...(await refusedIn(inner, await lstat(bytePath(inner.content)), gate)));
  }
  return refused;
}

async function isSameFolder(folder: string): Promise<boolean> {
  const real = await realPath(folder).catch(() => undefined);
  return real === folder && (await statOf(folder))?.isDirectory() === true;
}

function statOf(place: string): Promise<Stats | undefined> {
  return lstat(bytePath(place)).catch(() => undefined);
}
