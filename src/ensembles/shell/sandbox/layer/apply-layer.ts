import { lstatSync, type Stats } from 'node:fs';
import { chmod, lstat, mkdir, unlink } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../../../converser/ground/causes.ts';
import { reasonOf } from '../../../../converser/ground/errors.ts';
import type { Watch, WatchedPlace } from '../../../../converser/words/workspace/undo-journal.ts';
import { bytePath, namesIn } from '../../../../files/byte-names.ts';
import { readBytes } from '../../../../files/read-regular-file.ts';
import { removeAll } from '../../../../files/remove-all.ts';
import { temporaryName } from '../../../workspace/disk/replace-on-disk.ts';
import { holdFolder, inFolder } from '../../../workspace/hold.ts';
import type { Gate, Reason } from './gate.ts';
import { moveIntoPlace, openFolder } from './move-into-place.ts';
import type { Layer, Overlay } from './overlay.ts';

export interface RefusedChange extends Reason {
  /** Absolute, in the workspace. */
  readonly place: string;
  /** Holds what it was to become; absent if it was to be removed. */
  readonly content?: string;
}

export interface LayerChanges {
  readonly layer: Layer;
  /** Folders instead of others, or of which nothing was left, each by its path below. */
  readonly covered: ReadonlySet<string>;
  /** What the command left, as these folders were opened. */
  readonly modes: ReadonlyMap<string, number>;
  /** A name that is used for what isn’t whole yet. */
  readonly draft: string;
  /** Nothing else is changed when they are applied. */
  readonly touched: readonly WatchedPlace[];
}

/** To be called once the command has ended. */
export async function changesIn(layer: Layer, overlay: Overlay): Promise<LayerChanges> {
  const modes = new Map<string, number>();
  await openFolders(layer, '.', modes);
  const isUsed = namesIn(layer.upper).length > 0;
  const covered = isUsed ? await overlay.covered(layer, [...modes.keys()]) : new Set<string>();
  const changes = { layer, covered, modes, draft: temporaryName() };
  return { ...changes, touched: touchedIn('.', changes) };
}

function touchedIn(folder: string, changes: Omit<LayerChanges, 'touched'>): readonly WatchedPlace[] {
  const { layer, covered, modes, draft } = changes;
  const names = namesIn(path.join(layer.upper, folder));
  const inside = names.flatMap(each => {
    const name = path.posix.join(folder, each);
    const place = path.join(layer.below, name);
    const isShared = modes.has(name) && !covered.has(name) && isFolder(place);
    return [{ place, isWhole: !isShared }, ...(isShared ? touchedIn(name, changes) : [])];
  });
  const drafted = { place: path.join(layer.below, folder, draft), isWhole: true };
  return names.length === 0 ? [] : [...inside, drafted];
}

/**
 * Puts what a command changed into the workspace, each file in one step, if the gate lets it. What it refuses stays
 * in the layer.
 */
export async function applyLayer(changes: LayerChanges, gate: Gate): Promise<readonly RefusedChange[]> {
  const [refused, linked]: [RefusedChange[], Set<number>] = [[], new Set()];
  await applyFolder({ name: '.', at: changes.layer.below }, { ...changes, gate, refused, linked });
  return refused;
}

/** Resolves to the places that it changed. */
export async function bringRefused(
  refused: readonly RefusedChange[],
  watch: Watch | undefined,
): Promise<readonly string[]> {
  const wanted = refused.filter(({ isFinal }) => !isFinal);
  const draft = temporaryName();
  const touched = wanted.flatMap(({ place }) => [place, path.join(path.dirname(place), draft)]);
  const watched = await watch?.(touched.map(place => ({ place, isWhole: true })));
  try {
    for (const { place, content } of wanted) {
      const above = path.dirname(place);
      await inFolder(await holdFolder(above), async folder => {
        if (folder.place !== above) throw new Error(`${above} was replaced meanwhile.`);
        const at = path.join(folder.path, path.basename(place));
        if (content === undefined) await removeAll(at);
        else await moveIntoPlace({ place: at, content, before: await statOf(at), draft });
      });
    }
  } finally {
    await watched?.done();
  }
  return wanted.map(({ place }) => place);
}

interface Applying extends LayerChanges {
  readonly gate: Gate;
  readonly refused: RefusedChange[];
  /** Inodes that had other names, too: to take one away marks the others as changed. */
  readonly linked: Set<number>;
}

/** Notes their modes, each by its path below. What is in folders that aren’t there isn’t looked at. */
async function openFolders(
  layer: Pick<Layer, 'below' | 'upper'>,
  folder: string,
  modes: Map<string, number>,
): Promise<void> {
  const content = path.join(layer.upper, folder);
  modes.set(folder, (await lstat(bytePath(content))).mode);
  if (!isFolder(path.join(layer.below, folder))) return;
  await openFolder(content);
  for (const name of namesIn(content))
    if (isFolder(path.join(content, name))) await openFolders(layer, path.posix.join(folder, name), modes);
}

function isFolder(place: string): boolean {
  return lstatSync(bytePath(place), { throwIfNoEntry: false })?.isDirectory() === true;
}

const replaced = { why: 'it was replaced meanwhile.', isFinal: true };

interface Entry {
  /** Its path below. */
  readonly name: string;
  /** Leads there whatever others put in the way. */
  readonly at: string;
}

interface FolderEntry extends Entry {
  /** What it is to have; absent if it stays. */
  readonly mode?: number;
}

async function applyFolder({ name, at, mode }: FolderEntry, applying: Applying): Promise<void> {
  const { layer, refused } = applying;
  const place = path.join(layer.below, name);
  const held = await holdFolder(at).catch(() => undefined);
  if (held?.place !== place) {
    await held?.release();
    return void refused.push({ place, ...replaced });
  }
  await inFolder(held, async ({ path: folder }) => {
    if (mode !== undefined) await chmod(folder, (mode & 0o7777) | 0o700);
    await applyIn(folder, name, applying);
    if (mode !== undefined && (mode & 0o700) !== 0o700) await chmod(folder, mode & 0o7777);
  });
}

async function applyIn(folder: string, name: string, applying: Applying): Promise<void> {
  const { layer, covered } = applying;
  const made = new Set(namesIn(path.join(layer.upper, name)));
  const entry = (each: string) => ({ name: path.posix.join(name, each), at: path.join(folder, each) });
  const failed = (each: string, cause: unknown) => {
    const place = path.join(layer.below, name, each);
    applying.refused.push({ place, why: reasonOf(cause), isFinal: true });
  };
  const below = covered.has(name) ? namesIn(folder).filter(each => !made.has(each)) : [];
  for (const each of below.map(entry)) {
    const now = await statOf(each.at);
    // What others made meanwhile wasn’t there when the command removed all.
    if (now !== undefined && !isChanged(now, applying)) await removeEntry(each, now, applying);
  }
  for (const each of made) await applyEntry(entry(each), applying).catch(cause => failed(each, cause));
}

async function removeEntry({ name, at }: Entry, now: Stats, applying: Applying): Promise<void> {
  const { layer, refused } = applying;
  const place = path.join(layer.below, name);
  const [inside] = await lossesIn({ place, content: at }, now, applying);
  if (inside === undefined) await removeAll(at);
  else refused.push({ ...inside.reason, place });
}

type Change = Required<Pick<RefusedChange, 'place' | 'content'>>;

interface Refusal extends Change {
  readonly reason: Reason;
}

async function applyEntry(entry: Entry, applying: Applying): Promise<void> {
  const { layer, covered, gate, refused } = applying;
  const { name, at } = entry;
  const change = { place: path.join(layer.below, name), content: path.join(layer.upper, name) };
  const { place, content } = change;
  const [now, before] = await Promise.all([lstat(bytePath(content)), statOf(at)]);
  if (isRemoval(now)) return before && removeEntry(entry, before, applying);
  const isThere = before?.isDirectory() === true;
  if (now.isDirectory() && before !== undefined && !isThere && !covered.has(name))
    return void refused.push({ ...change, ...replaced });
  if (now.isDirectory() && isThere) {
    const left = applying.modes.get(name) ?? now.mode;
    const reason = left === before.mode ? undefined : await gate.why(place, content);
    // What the layer holds of the folder must never stand for all of it.
    if (reason !== undefined) refused.push({ place, ...reason, isFinal: true });
    const mode = reason === undefined ? left : before.mode;
    const isAsItWas = mode === before.mode && (mode & 0o700) === 0o700;
    return applyFolder(isAsItWas ? entry : { ...entry, mode }, applying);
  }
  if (before !== undefined && (await isSame({ at, content }, now, { before, since: layer.since }))) return;
  const [taken] = before === undefined ? [] : await lossesIn({ place, content: at }, before, applying);
  if (taken !== undefined) return void refused.push({ ...change, ...taken.reason });
  const inside = await refusedIn(change, now, gate);
  const own = inside.find(each => each.place === place);
  if (own !== undefined) return void refused.push({ ...change, ...own.reason });
  try {
    if (inside.length === 0)
      return await moveIntoPlace({ place: at, content, before, draft: applying.draft });
    if (before !== undefined) await unlink(bytePath(at));
    await mkdir(bytePath(at));
  } catch (cause) {
    if (!hasCode(cause, 'ENOENT', 'ENOTDIR', 'EISDIR', 'EEXIST', 'ENOTEMPTY')) throw cause;
    // Another command may have made the same folder by now.
    if (now.isDirectory() && isFolder(at)) return applyEntry(entry, applying);
    return void refused.push({ ...change, ...replaced });
  }
  // What is refused stays behind.
  await openFolder(content);
  await applyFolder({ ...entry, mode: now.mode }, applying);
}

/** See “whiteouts” in the kernel’s documentation of overlayfs. */
function isRemoval(stats: Stats): boolean {
  return stats.isCharacterDevice() && stats.rdev === 0;
}

/** A file that was only opened is the same, and so is one that others changed likewise. */
async function isSame(
  { at, content }: { readonly at: string; readonly content: string },
  now: Stats,
  { before, since }: { readonly before: Stats; readonly since: number },
): Promise<boolean> {
  if (!now.isFile() || now.mode !== before.mode || now.nlink > 1) return false;
  if (now.size !== before.size || now.size > largestCompared) return false;
  if (now.mtimeMs !== before.mtimeMs && before.mtimeMs <= since) return false;
  const [one, other] = await Promise.all([readBytes(content), readBytes(at)]);
  return one.equals(other);
}

/** In bytes. Beyond, writing again takes less time. */
const largestCompared = 8 * 1024 ** 2;

const unknown = { why: 'it is neither a file nor a folder nor a link.', isFinal: true };
const unreadable = { why: 'it is a folder that can’t be looked into.', isFinal: true };

const changed = { why: 'it was changed meanwhile.' };

/** What is there must not be lost if the gate says so, or if others changed it after the command had begun. */
function lossesIn(change: Change, stats: Stats, applying: Applying): Promise<readonly Refusal[]> {
  const gate = {
    ...applying.gate,
    whyChanged: (each: Stats) => (isChanged(each, applying) ? changed : undefined),
  };
  return refusedIn(change, stats, gate);
}

function isChanged({ ino, nlink, mtimeMs, ctimeMs }: Stats, { layer, linked }: Applying): boolean {
  const at = linked.has(ino) ? mtimeMs : ctimeMs;
  if (nlink > 1) linked.add(ino);
  return at > layer.since;
}

interface LossGate extends Gate {
  whyChanged?(stats: Stats): Reason | undefined;
}

async function refusedIn(
  { place, content }: Change,
  stats: Stats,
  gate: LossGate,
): Promise<readonly Refusal[]> {
  const isKnown = stats.isFile() || stats.isSymbolicLink() || stats.isDirectory();
  const isClosed = stats.isDirectory() && (stats.mode & 0o500) !== 0o500;
  const reason = isKnown
    ? ((await gate.why(place, content)) ?? (isClosed ? unreadable : gate.whyChanged?.(stats)))
    : unknown;
  const isLooked = stats.isDirectory() && reason?.isFinal !== true && !gate.isOpen(place);
  const refused: Refusal[] = [];
  for (const name of isLooked ? namesIn(content) : []) {
    const inner = { place: path.join(place, name), content: path.join(content, name) };
    refused.push(...(await refusedIn(inner, await lstat(bytePath(inner.content)), gate)));
  }
  if (reason === undefined) return refused;
  // Whoever allows a folder allows all that is in it.
  const final = refused.find(each => each.reason.isFinal);
  return [{ place, content, reason: final?.reason ?? reason }];
}

function statOf(place: string): Promise<Stats | undefined> {
  return lstat(bytePath(place)).catch(() => undefined);
}
