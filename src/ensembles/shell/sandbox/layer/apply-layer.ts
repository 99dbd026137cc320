import type { Stats } from 'node:fs';
import { chmod, lstat, readdir, readFile, realpath } from 'node:fs/promises';
import path from 'node:path';
import type { Gate, Reason } from './gate.ts';
import { moveIntoPlace } from './move-into-place.ts';
import type { Layer, Overlay } from './overlay.ts';
import { removeAll } from './remove-all.ts';

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
  if ((await readdir(layer.upper)).length === 0) return [];
  const touched = await touchedFolders(layer, '');
  // What others make from now on can’t be missing in the layer.
  const before = new Map<string, readonly string[]>();
  for (const folder of touched) before.set(folder, await readdir(path.join(layer.below, folder)));
  const left = await overlay.left(layer, touched);
  const refused: RefusedChange[] = [];
  const applying = { layer, before, left, gate, refused };
  for (const folder of touched) await applyFolder(folder, applying);
  return refused;
}

/** Resolves to the places that it changed. */
export async function bringRefused(refused: readonly RefusedChange[]): Promise<readonly string[]> {
  const wanted = refused.filter(({ isFinal }) => !isFinal);
  for (const { place, content } of wanted) {
    const folder = path.dirname(place);
    if ((await realpath(folder)) !== folder) throw new Error(`${folder} was replaced meanwhile.`);
    if (content === undefined) await removeAll(place);
    else await moveIntoPlace({ place, content });
  }
  return wanted.map(({ place }) => place);
}

interface Applying {
  readonly layer: Layer;
  readonly before: ReadonlyMap<string, readonly string[]>;
  readonly left: ReadonlySet<string>;
  readonly gate: Gate;
  readonly refused: RefusedChange[];
}

/** They were there before, and something in them changed. The outermost comes first. */
async function touchedFolders({ below, upper }: Layer, folder: string): Promise<readonly string[]> {
  const entries = await readdir(path.join(upper, folder), { withFileTypes: true });
  const inside: string[] = [];
  for (const entry of entries) {
    const place = path.posix.join(folder, entry.name);
    const before = entry.isDirectory() ? await statOf(path.join(below, place)) : undefined;
    if (before?.isDirectory()) inside.push(...(await touchedFolders({ below, upper, merged: '' }, place)));
  }
  return [folder === '' ? '.' : folder, ...inside];
}

async function applyFolder(folder: string, applying: Applying): Promise<void> {
  const { layer, before, left, gate, refused } = applying;
  const target = path.join(layer.below, folder);
  // Somebody else may have put a link in its way.
  if ((await realpath(target).catch(() => '')) !== target) {
    refused.push({
      place: target,
      why: 'it was replaced meanwhile.',
      content: path.join(layer.upper, folder),
      isFinal: true,
    });
    return;
  }
  for (const name of before.get(folder) ?? []) {
    const place = path.join(target, name);
    const now = left.has(path.posix.join(folder, name)) ? undefined : await statOf(place);
    if (now === undefined) continue;
    const [inside] = await refusedIn({ place, content: place }, now, gate);
    if (inside === undefined) await removeAll(place);
    else refused.push({ ...inside.reason, place });
  }
  for (const name of await readdir(path.join(layer.upper, folder))) {
    const change = { place: path.join(target, name), content: path.join(layer.upper, folder, name) };
    await applyEntry(change, applying);
  }
}

type Change = Required<Pick<RefusedChange, 'place' | 'content'>>;

interface Refusal extends Change {
  readonly reason: Reason;
}

async function applyEntry(change: Change, { gate, refused }: Applying): Promise<void> {
  const { place, content } = change;
  const [now, before] = await Promise.all([lstat(content), statOf(place)]);
  if (now.isCharacterDevice()) return;
  if (before !== undefined && (await isSame(change, now, before))) return;
  if (now.isDirectory() && before?.isDirectory()) {
    const reason = await gate.why(place, content);
    if (reason === undefined) await chmod(place, now.mode & 0o7777);
    else refused.push({ ...change, ...reason });
    return;
  }
  const [taken] = before?.isDirectory() ? await refusedIn({ place, content: place }, before, gate) : [];
  if (taken !== undefined) return void refused.push({ ...change, ...taken.reason });
  const inside = await refusedIn(change, now, gate);
  refused.push(...inside.map(({ reason, ...each }) => ({ ...each, ...reason })));
  if (inside.some(each => each.place === place)) return;
  await moveIntoPlace({ ...change, without: new Set(inside.map(each => each.content)) });
}

/** A folder whose content changed is the same, and so is a file that was only opened. */
async function isSame({ place, content }: Change, now: Stats, before: Stats): Promise<boolean> {
  if (now.mode !== before.mode || (now.isFile() && now.nlink > 1)) return false;
  if (!now.isFile()) return now.isDirectory();
  if (now.size !== before.size || now.mtimeMs !== before.mtimeMs || now.size > largestCompared) return false;
  const [one, other] = await Promise.all([readFile(content), readFile(place)]);
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
  for (const entry of await readdir(content, { withFileTypes: true })) {
    const inner = { place: path.join(place, entry.name), content: path.join(content, entry.name) };
    refused.push(...(await refusedIn(inner, await lstat(inner.content), gate)));
  }
  return refused;
}

function statOf(place: string): Promise<Stats | undefined> {
  return lstat(place).catch(() => undefined);
}
