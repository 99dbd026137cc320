import { randomUUID } from 'node:crypto';
import { lstat, mkdir, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { serial } from '../../../converser/async/serial.ts';
import { reasonOf } from '../../../converser/errors.ts';
import { defined } from '../../../converser/json/defined.ts';
import type { Clock, Log } from '../../../converser/ports.ts';
import type { ChangeRecord, FileChange, Journal, RecordOrigin } from '../../../converser/trust/journal.ts';
import type { KeptPlace } from '../../../converser/trust/kept-place.ts';
import { fileErrors } from '../../../converser/workspace/file-errors.ts';
import { absolutePath, nameOf, parent, placeKey } from '../../../converser/workspace/paths.ts';
import type { Location, UnsavedFile } from '../../../converser/workspace/workspace.ts';
import { orAbsent } from '../real-path.ts';
import { hashOf, type Image, type ImageOptions, takeImage } from './image.ts';
import { encodeLine, type KeptChange, type KeptRecord, readRecord } from './record-file.ts';
import { createRecordFile } from './record-writer.ts';

export interface DiskJournalOptions {
  /** Yours alone. Made when it is needed. */
  readonly folder: string;
  /** The absolute paths of the workspace's folders. */
  readonly roots: () => readonly string[];
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
  readonly limits?: JournalLimits;
  /** Whether a place is on this machine's disk. Others are named as what can't be undone. Default: all are. */
  readonly isOnDisk?: (place: Location) => boolean;
  /** What editors hold that is not saved. Default: nothing. */
  readonly unsaved?: () => readonly UnsavedFile[];
}

export interface JournalLimits {
  /** What one change may take away: bytes, and files and folders. */
  readonly changeBytes: number;
  readonly changeEntries: number;
  /** What is kept of earlier turns: records, and bytes in all. */
  readonly records: number;
  readonly totalBytes: number;
}

const ordinaryLimits: JournalLimits = {
  changeBytes: 128 * 1024 ** 2,
  changeEntries: 20_000,
  records: 200,
  totalBytes: 1024 ** 3,
};

export interface DiskJournal extends Journal {
  record(about: RecordOrigin & { readonly undoes?: string }): ChangeRecord;
  /** The latest first. */
  records(): Promise<readonly KeptRecord[]>;
  /** `undefined`: there is none of that id. Rejects if it can't be read. */
  find(id: string): Promise<KeptRecord | undefined>;
}

/** Keeps records in a folder on this machine's disk, of places that are on it too. */
export function createDiskJournal(options: DiskJournalOptions): DiskJournal {
  const { folder, log } = options;
  return {
    record: about => createRecord(about, options),
    async find(id) {
      const name = `${id}${ending}`;
      return (await recordNames(folder)).includes(name) ? readRecord(path.join(folder, name), id) : undefined;
    },
    async records() {
      const found: KeptRecord[] = [];
      for (const name of await recordNames(folder)) {
        const record = await readRecord(path.join(folder, name), idOf(name)).catch((cause: unknown) => {
          log.warn(`The record ${name} for undo can't be read: ${reasonOf(cause)}`);
        });
        if (record !== undefined) found.push(record);
      }
      return found;
    },
  };
}

function createRecord(
  about: RecordOrigin & { readonly undoes?: string },
  options: DiskJournalOptions,
): ChangeRecord {
  const { log, limits = ordinaryLimits, isOnDisk = () => true, unsaved = () => [] } = options;
  const inTurn = serial();
  const kept = new Set<string>();
  /** The hash of what was written last, by absolute path. */
  const written = new Map<string, string>();
  const file = createRecordFile(async () => {
    await makeRoom(options.folder, limits);
    const at = options.clock.now();
    const header = { format: 1, ...about, roots: options.roots(), at: at.toISOString() } as const;
    return { path: path.join(options.folder, nameFor(at)), header };
  });
  let changes = 0;

  async function begin(change: FileChange): Promise<number> {
    const number = ++changes;
    const lines: Uint8Array[] = [];
    const added = new Set<string>();
    const keep = (hash: string, bytes: Uint8Array) => {
      if (kept.has(hash) || added.has(hash)) return;
      lines.push(...bytesLines(hash, bytes));
      added.add(hash);
    };
    const begun = await describe(change, { ...limited(limits), keep, unsaved: unsaved() });
    await file.append([...lines, encodeLine({ line: 'begin', number, change: begun })], { isDurable: true });
    for (const hash of added) kept.add(hash);
    return number;
  }

  async function end(number: number, change: FileChange): Promise<void> {
    if (change.kind === 'move') return;
    const place = absolutePath(change.place);
    const after = await takeImage(place, limited(limits));
    await file.append([encodeLine({ line: 'done', number, after })]);
    if (after.kind === 'file') written.set(place, after.hash);
    else written.delete(place);
  }

  /** For comparisons only: so not while changes wait for the disk, not at any price, and only what is still there. */
  async function keepWritten(): Promise<void> {
    for (const [place, expected] of written) {
      if (kept.has(expected)) continue;
      const budget = { bytes: largestWritten, entries: 1 };
      const keep = (hash: string, bytes: Uint8Array) => {
        if (hash === expected) lines.push(...bytesLines(hash, bytes));
      };
      const lines: Uint8Array[] = [];
      await takeImage(place, { budget, keep }).catch(() => {});
      if (lines.length === 0) continue;
      await file.append(lines);
      kept.add(expected);
    }
    written.clear();
  }

  const orWarn = (work: Promise<void>) =>
    work.catch((cause: unknown) => log.warn(`A change couldn't be recorded for undo: ${reasonOf(cause)}`));
  const noteOther = (tool: string) =>
    orWarn(inTurn(() => file.append([encodeLine({ line: 'other', tool })])));
  return {
    async begin(change) {
      const elsewhere = placesOf(change).find(place => !isOnDisk(place));
      if (elsewhere !== undefined) {
        await noteOther(`${nameOf(elsewhere)} in ${elsewhere.root.name}`);
        return { done: async () => {} };
      }
      try {
        const number = await inTurn(() => begin(change));
        return { done: () => orWarn(inTurn(() => end(number, change))) };
      } catch (cause) {
        throw notKept(change, cause);
      }
    },
    noteOther,
    async end() {
      await orWarn(inTurn(keepWritten));
      await orWarn(inTurn(file.end));
    },
  };
}

/** What the place is now, and which folders the change will have to make. */
async function describe(
  change: FileChange,
  {
    unsaved,
    ...options
  }: ImageOptions & Required<Pick<ImageOptions, 'keep'>> & { readonly unsaved: readonly UnsavedFile[] },
): Promise<KeptChange> {
  if (change.kind === 'move') {
    const { kind, from, to } = change;
    return { kind, from: keptPlace(from), to: keptPlace(to), made: await missingAbove(to) };
  }
  const before: Image = await takeImage(absolutePath(change.place), options);
  const edited = unsaved.find(({ location }) => placeKey(location) === placeKey(change.place));
  const text = edited === undefined ? undefined : Buffer.from(edited.text);
  if (text !== undefined) options.keep(hashOf(text), text);
  return defined({
    kind: 'replace',
    place: keptPlace(change.place),
    before,
    made: await missingAbove(change.place),
    unsaved: text === undefined ? undefined : hashOf(text),
  });
}

function placesOf(change: FileChange): readonly Location[] {
  return change.kind === 'move' ? [change.from, change.to] : [change.place];
}

async function missingAbove(place: Location): Promise<readonly KeptPlace[]> {
  const missing: KeptPlace[] = [];
  for (let folder = parent(place); folder.path !== ''; folder = parent(folder)) {
    if ((await lstat(absolutePath(folder)).catch(orAbsent)) !== undefined) break;
    missing.unshift(keptPlace(folder));
  }
  return missing;
}

function keptPlace({ root, path: relative }: Location): KeptPlace {
  return { root: root.path, path: relative };
}

function limited({ changeBytes, changeEntries }: JournalLimits): ImageOptions {
  return { budget: { bytes: changeBytes, entries: changeEntries } };
}

function notKept(change: FileChange, cause: unknown): Error {
  const place = change.kind === 'move' ? change.from : change.place;
  return fileErrors.fileConflict(
    place.path,
    `undo couldn't bring it back: ${reasonOf(cause)}`,
    'Ask the user to make this change.',
  );
}

/** In bytes. */
const largestWritten = 1024 ** 2;

function bytesLines(hash: string, bytes: Uint8Array): readonly Uint8Array[] {
  return [encodeLine({ line: 'bytes', hash, size: bytes.length }), bytes, lineBreak];
}

const lineBreak = Buffer.from('\n');
const ending = '.undo';

/** Sorts by time. */
function nameFor(now: Date): string {
  return `${now.toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}${ending}`;
}

function idOf(name: string): string {
  return name.slice(0, -ending.length);
}

/** The latest first. */
async function recordNames(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(orAbsent)) ?? [];
  return names
    .filter(name => name.endsWith(ending))
    .sort()
    .reverse();
}

/** Makes the folder, and forgets the oldest records of too many. */
async function makeRoom(folder: string, { records, totalBytes }: JournalLimits): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let bytes = 0;
  for (const [index, name] of (await recordNames(folder)).entries()) {
    const file = path.join(folder, name);
    bytes += (await stat(file).catch(orAbsent))?.size ?? 0;
    if (index >= records - 1 || bytes > totalBytes) await rm(file, { force: true });
  }
}
