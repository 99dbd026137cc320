import { lstat, realpath } from 'node:fs/promises';
import path from 'node:path';
import { orAborted } from '../../../../converser/ground/async/abort.ts';
import { serial } from '../../../../converser/ground/async/serial.ts';
import type { KeptPlace } from '../../../../converser/words/workspace/kept-place.ts';
import { isWithin } from '../../../../converser/words/workspace/paths.ts';
import { orAbsent } from '../../real-path.ts';
import { hashOf, type Image, type ImageOptions, isSameImage, takeImage } from '../image.ts';
import { type Entry, isSameEntry, type ListedPlace, type Manifest } from '../manifest/folder-manifest.ts';
import { entryAt } from '../manifest/list-folders.ts';
import { bytesLines, encodeLine } from '../record-lines.ts';
import { entryImage, imageNow, largestImage, type MadeChange } from './command-changes.ts';
import { type ContentKeeperPorts, createContentKeeper } from './content-keeper.ts';
import type { EditorSaves, SaveListener } from './editor-saves.ts';
import type { Snapshots } from './snapshots.ts';

/** Others have written these since the command began: only what changed later is the command's. */
export interface FollowedSaves {
  readonly saved: ReadonlyMap<string, Image>;
  /** Saves during the listing count, too. */
  begin(watch: BegunWatch): void;
  /** Resolves once all saves that have begun are known. Later ones are no longer heard. */
  end(): Promise<void>;
}

export interface FollowPorts extends Omit<ContentKeeperPorts, 'contents'> {
  readonly numbered: () => number;
  readonly snapshots: Pick<Snapshots, 'contents'>;
  readonly orWarn: (work: Promise<void>) => Promise<void>;
}

export interface FollowOptions {
  readonly saves: EditorSaves;
  readonly tool: string;
}

export interface BegunWatch {
  readonly before: Manifest;
  readonly number: number;
}

/** Records what a command made of a file that you save, so that an undo meets your text in between. */
export function followSaves({ saves, tool }: FollowOptions, ports: FollowPorts): FollowedSaves {
  const { append, kept, orWarn } = ports;
  const saved = new Map<string, Image>();
  const inTurn = serial();
  const awaited = new Map<string, PromiseWithResolvers<void>>();
  const begun = Promise.withResolvers<BegunWatch | undefined>();
  let hasBegun = false;

  async function saving(file: string): Promise<void> {
    const { before } = (await begun.promise) ?? noWatch;
    const found = await listedPlace(before, file);
    if (found === undefined) return;
    const now = await recordUntilNow(found, saved.get(found.absolute), { before, tool, ports });
    if (now !== undefined) saved.set(found.absolute, now);
  }

  async function noteSaved(file: string, wrote: Promise<Uint8Array | undefined>): Promise<void> {
    const { before, number } = (await begun.promise) ?? noWatch;
    const found = await listedPlace(before, file);
    if (found === undefined) return;
    const { absolute, place } = found;
    const lines: Uint8Array[] = [];
    const added: string[] = [];
    const keep = (hash: string, bytes: Uint8Array) => {
      if (kept.has(hash)) return;
      lines.push(...bytesLines(hash, bytes));
      added.push(hash);
    };
    const image = await imageOf(absolute, { bytes: await wrote, keep });
    saved.set(absolute, image);
    await append([...lines, encodeLine({ line: 'saved', number, place, image })], { isDurable: true });
    for (const hash of added) kept.add(hash);
  }

  const listener: SaveListener = {
    async saving(file) {
      // Nothing is the command's until it begins.
      if (!hasBegun) return;
      awaited.get(file)?.resolve();
      awaited.set(file, Promise.withResolvers());
      await orWarn(inTurn(() => saving(file)));
    },
    async saved(file, wrote) {
      await orWarn(inTurn(() => noteSaved(file, wrote)));
      awaited.get(file)?.resolve();
      awaited.delete(file);
    },
  };
  const listening = saves.listen(listener);
  return {
    saved,
    begin(watch) {
      hasBegun = true;
      begun.resolve(watch);
    },
    async end() {
      begun.resolve(undefined);
      const all = Promise.all([...awaited.values()].map(({ promise }) => promise));
      await orAborted(all, AbortSignal.timeout(patience));
      listening.dispose();
      await inTurn(() => {});
    },
  };
}

/** In milliseconds. An editor does not tell if it refused a save. */
const patience = 2_000;

const noWatch: BegunWatch = { before: { roots: [], git: [] }, number: 0 };

interface Recording extends Pick<FollowOptions, 'tool'>, Pick<BegunWatch, 'before'> {
  readonly ports: FollowPorts;
}

async function imageOf(
  absolute: string,
  { bytes, keep }: { readonly bytes: Uint8Array | undefined } & Required<Pick<ImageOptions, 'keep'>>,
): Promise<Image> {
  const stats = bytes === undefined ? undefined : await lstat(absolute).catch(orAbsent);
  if (bytes === undefined || stats === undefined)
    return takeImage(absolute, { budget: { ...largestImage }, keep });
  const hash = hashOf(bytes);
  keep(hash, bytes);
  return { kind: 'file', hash, size: bytes.length, mode: stats.mode & 0o7777 };
}

async function recordUntilNow(
  found: FoundPlace,
  base: Image | undefined,
  { before, tool, ports }: Recording,
): Promise<Image | undefined> {
  const { absolute, place, entry } = found;
  const seen = entryAt(absolute);
  if (base === undefined && seen !== undefined && entry !== undefined && isSameEntry(seen, entry))
    return undefined;
  const { append, kept, snapshots, numbered } = ports;
  const contents = snapshots.contents(before);
  try {
    const { keep, flush } = createContentKeeper({ append, kept, contents });
    const old = base ?? (entry === undefined ? { kind: 'absent' } : await entryImage(entry, keep));
    const now = await imageNow(absolute);
    if (old === undefined || now === undefined) {
      await append([encodeLine({ line: 'other', tool: `${tool} (${place.path})` })]);
      return now;
    }
    if (isSameImage(old, now)) return undefined;
    await flush();
    const change = { kind: 'replace', place, before: old, made: [] } as const;
    const isOther = entry !== undefined && base === undefined && entry.ino !== seen?.ino;
    await append(changeLines({ change: isOther ? { ...change, isOther } : change, after: now }, numbered()));
    return now;
  } finally {
    contents.end();
  }
}

export function changeLines({ change, after }: MadeChange, number: number): readonly Uint8Array[] {
  return [encodeLine({ line: 'begin', number, change }), encodeLine({ line: 'done', number, after })];
}

interface FoundPlace {
  readonly place: KeptPlace;
  readonly absolute: string;
  readonly entry?: Entry;
}

/** Follows links. Resolves to `undefined` if the listing can't tell of the file. */
async function listedPlace({ roots }: Manifest, file: string): Promise<FoundPlace | undefined> {
  const real = await realOf(file);
  for (const { root, entries, only, unlisted, repositories } of roots) {
    const folder = await realOf(root);
    if (!isWithin(real, folder) || real === folder) continue;
    const relative = path.relative(folder, real);
    const entry = entries.get(relative);
    const isIn = ({ path: place, isWhole }: ListedPlace) =>
      isWhole ? isWithin(relative, place) : relative === place;
    if (only?.some(isIn) === false) return undefined;
    const isBeyond = [...unlisted, ...repositories].some(each => isWithin(relative, each));
    if (entry === undefined ? isBeyond : entry.kind !== 'file') return undefined;
    const place = { root, path: relative };
    return { place, absolute: path.join(root, relative), ...(entry === undefined ? {} : { entry }) };
  }
  return undefined;
}

/** The file may not be there yet, but its folder is. */
async function realOf(file: string): Promise<string> {
  return realpath(file).catch(async () => {
    const folder = await realpath(path.dirname(file)).catch(() => path.dirname(file));
    return path.join(folder, path.basename(file));
  });
}
