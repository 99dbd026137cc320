import path from 'node:path';
import { isWithin } from '../../../../converser/words/workspace/paths.ts';
import { type Image, type ImageEntry, isSameImage, takeImage } from '../image.ts';
import { type ChangedEntry, differencesOf, type Tree } from '../manifest/differences.ts';
import type { Entry, Manifest, RootManifest } from '../manifest/folder-manifest.ts';
import type { KeptChange } from '../record-lines.ts';

export interface MadeChange {
  readonly change: KeptChange;
  readonly after: Image;
}

export interface CommandChanges {
  readonly changes: readonly MadeChange[];
  readonly lost: readonly string[];
}

export type KeepContent = (entry: Entry) => Promise<string | undefined>;

export interface ChangesOptions {
  readonly keep: KeepContent;
  /** Maps absolute paths to what others last wrote in between: only what came later counts. */
  readonly saved: ReadonlyMap<string, Image>;
}

/** Undo goes from last to first: removals come first, new things last, a folder before what is in it. */
export async function commandChanges(
  before: Manifest,
  after: Manifest,
  { keep, saved }: ChangesOptions,
): Promise<CommandChanges> {
  const [changes, lost]: [MadeChange[], string[]] = [[], []];
  const unseen = new Map(saved);
  for (const old of before.roots) {
    const now = after.roots.find(({ root }) => root === old.root);
    if (now !== undefined) await changesIn(old, now, { root: old.root, keep, saved: unseen, changes, lost });
  }
  return { changes, lost };
}

interface Collecting {
  readonly root: string;
  readonly keep: KeepContent;
  readonly saved: Map<string, Image>;
  readonly changes: MadeChange[];
  readonly lost: string[];
}

async function changesIn(old: RootManifest, now: RootManifest, collecting: Collecting): Promise<void> {
  const { removed, changed, created } = differencesOf(old, now);
  const { changes, root, lost } = collecting;
  const modes = changed.filter(({ before }) => before.kind === 'folder');
  // Where nothing could be written before, the old mode comes back last; where nothing can be now, first.
  const isOpened = ({ before }: ChangedEntry) => (before.mode & ownerWrites) === 0;
  changes.push(...modes.filter(isOpened).map(mode => modeChange(mode, root)));
  for (const tree of removed) {
    const before = await earlierImage(tree, collecting);
    if (before !== undefined) changes.push(replaced(tree.path, { before, after: { kind: 'absent' } }, root));
  }
  for (const each of changed) {
    if (each.before.kind === 'file' || each.before.kind === 'link') await addChanged(each, collecting);
  }
  for (const tree of created) await addCreated(tree, collecting);
  await addSaved(collecting);
  changes.push(...modes.filter(mode => !isOpened(mode)).map(mode => modeChange(mode, root)));
  // Nothing is known of an unlisted folder but that it is gone.
  for (const folder of old.unlisted)
    if (folder !== '' && !now.entries.has(folder)) lost.push(path.join(root, folder));
}

const ownerWrites = 0o200;

function modeChange({ path: relative, before, after }: ChangedEntry, root: string): MadeChange {
  const change = { kind: 'mode', place: { root, path: relative }, before: before.mode, made: [] } as const;
  return { change, after: { kind: 'folder', mode: after.mode, entries: [] } };
}

function replaced(
  relative: string,
  { before, after, isOther = false }: Replacement,
  root: string,
): MadeChange {
  const change = { kind: 'replace', place: { root, path: relative }, before, made: [] } as const;
  return { change: isOther ? { ...change, isOther } : change, after };
}

interface Replacement {
  readonly before: Image;
  readonly after: Image;
  readonly isOther?: boolean;
}

async function addChanged(
  { path: relative, before, after }: ChangedEntry,
  { root, keep, saved, changes, lost }: Collecting,
): Promise<void> {
  const absolute = path.join(root, relative);
  if (saved.has(absolute)) return;
  const now = await imageNow(absolute);
  if (now === undefined || now.kind === 'absent') return void lost.push(absolute);
  const old = await entryImage(before, keep);
  if (old !== undefined) {
    const isOther = before.ino !== after.ino;
    if (!isSameImage(old, now)) changes.push(replaced(relative, { before: old, after: now, isOther }, root));
    return;
  }
  const isOnlyMode = before.mtime === after.mtime && before.size === after.size && before.ino === after.ino;
  if (!isOnlyMode || now.kind !== 'file') return void lost.push(absolute);
  if (now.mode !== before.mode)
    changes.push(replaced(relative, { before: { ...now, mode: before.mode }, after: now }, root));
}

async function earlierImage(
  { path: relative, entry, children }: Tree,
  collecting: Collecting,
): Promise<Image | undefined> {
  const { root, keep, lost } = collecting;
  if (entry.kind !== 'folder') {
    const image = taken(path.join(root, relative), collecting.saved) ?? (await entryImage(entry, keep));
    if (image === undefined) lost.push(path.join(root, relative));
    return image;
  }
  const entries: ImageEntry[] = [];
  for (const child of children) {
    const image = await earlierImage(child, collecting);
    if (image !== undefined) entries.push({ name: path.basename(child.path), image });
  }
  entries.push(...savedIn(path.join(root, relative), collecting.saved));
  return { kind: 'folder', mode: entry.mode, entries: entries.sort(byName) };
}

function savedIn(folder: string, saved: Map<string, Image>): readonly ImageEntry[] {
  return [...saved.keys()].flatMap(file => {
    if (path.dirname(file) !== folder) return [];
    const image = taken(file, saved);
    return image === undefined ? [] : [{ name: path.basename(file), image }];
  });
}

function taken(absolute: string, saved: Map<string, Image>): Image | undefined {
  const image = saved.get(absolute);
  saved.delete(absolute);
  return image;
}

export async function entryImage(entry: Entry, keep: KeepContent): Promise<Image | undefined> {
  const { kind, size, mode, target = '' } = entry;
  if (kind === 'link') return { kind, target };
  if (kind !== 'file') return undefined;
  const hash = await keep(entry);
  return hash === undefined ? undefined : { kind, hash, size, mode };
}

/** Each entry counts by itself, so that what you put beside it stays; a very large folder counts as one. */
async function addCreated(tree: Tree, collecting: Collecting): Promise<void> {
  const { root, changes, lost } = collecting;
  const absolute = path.join(root, tree.path);
  if (collecting.saved.has(absolute)) return;
  const holdsYours = [...collecting.saved.keys()].some(file => isWithin(file, absolute));
  const isWhole = tree.entry.kind !== 'folder' || (sizeOf(tree) > mostSingle && !holdsYours);
  const image: Image | undefined = isWhole
    ? await imageNow(absolute)
    : { kind: 'folder', mode: tree.entry.mode, entries: [] };
  if (image?.kind === 'absent') return;
  if (image === undefined) return void lost.push(absolute);
  changes.push(replaced(tree.path, { before: { kind: 'absent' }, after: image }, root));
  if (!isWhole) for (const child of tree.children) await addCreated(child, collecting);
}

async function addSaved({ root, saved, changes, lost }: Collecting): Promise<void> {
  for (const [absolute, before] of saved) {
    if (!isWithin(absolute, root)) continue;
    const after = await imageNow(absolute);
    if (after === undefined) lost.push(absolute);
    else if (!isSameImage(before, after))
      changes.push(replaced(path.relative(root, absolute), { before, after }, root));
  }
}

/** Counts files and folders. */
const mostSingle = 500;

function sizeOf({ children }: Tree): number {
  return children.reduce((sum, child) => sum + sizeOf(child), 1);
}

export function imageNow(absolute: string): Promise<Image | undefined> {
  return takeImage(absolute, { budget: { ...largestImage } }).catch(() => undefined);
}

export const largestImage = { bytes: 512 * 1024 ** 2, entries: 50_000 };

function byName(a: ImageEntry, b: ImageEntry): number {
  return a.name < b.name ? -1 : 1;
}
