import { randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { access, mkdir, readdir, rm, stat, statfs } from 'node:fs/promises';
import path from 'node:path';
import { hasCode } from '../../../converser/ground/causes.ts';
import { reasonOf } from '../../../converser/ground/errors.ts';
import type { Clock, Log } from '../../../converser/ground/ports.ts';
import type { ContentLabels } from '../../../converser/words/labels/content-labels.ts';
import type { Journal, RecordOrigin } from '../../../converser/words/workspace/undo-journal.ts';
import type { Location, UnsavedFile } from '../../../converser/words/workspace/workspace.ts';
import { orAbsent } from '../real-path.ts';
import { type ChangeLimits, createChangeRecord, type UndoRecord } from './change-record.ts';
import { type KeptRecord, readRecord } from './record-file.ts';
import type { RecordHeader } from './record-lines.ts';
import { createRecordFile, type NewRecord } from './record-writer.ts';
import { createForeignWrites, type EditorSaves } from './watch/editor-saves.ts';
import { isAbandoned, recoverWatches } from './watch/recover-watch.ts';
import { createSnapshots, ordinarySnapshots, type SnapshotLimits } from './watch/snapshots.ts';

export interface DiskJournalOptions {
  /** It is yours alone, and made when it is needed. */
  readonly folder: string;
  /** Absolute paths. */
  readonly roots: () => readonly string[];
  readonly clock: Pick<Clock, 'now'>;
  readonly log: Pick<Log, 'warn'>;
  readonly limits?: JournalLimits;
  readonly snapshots?: SnapshotLimits;
  /** Places elsewhere are named as what can't be undone. By default, all are on the disk. */
  readonly isOnDisk?: (place: Location) => boolean;
  readonly unsaved?: () => readonly UnsavedFile[];
  readonly labels?: ContentLabels;
  readonly saves?: EditorSaves;
}

export interface JournalLimits extends ChangeLimits {
  readonly records: number;
  readonly totalBytes: number;
}

const ordinaryLimits: JournalLimits = {
  changeBytes: 128 * 1024 ** 2,
  changeEntries: 20_000,
  records: 200,
  totalBytes: 1024 ** 3,
};

export type RecordAbout = RecordOrigin & Pick<RecordHeader, 'undoes' | 'only' | 'takes' | 'isAside'>;

export interface DiskJournal extends Journal {
  record(about: RecordAbout): UndoRecord;
  records(): Promise<readonly KeptRecord[]>;
  newest(): Promise<KeptRecord | undefined>;
  find(id: string): Promise<KeptRecord | undefined>;
  forget(id: string): Promise<void>;
}

export function createDiskJournal(options: DiskJournalOptions): DiskJournal {
  const { folder, log, roots, limits = ordinaryLimits, isOnDisk = () => true, unsaved = () => [] } = options;
  const { labels } = options;
  const snapshots = createSnapshots({ folder, roots, limits: options.snapshots ?? ordinarySnapshots });
  const running = new Set<string>();
  const saves = createForeignWrites(options.saves);

  async function read(name: string): Promise<KeptRecord | undefined> {
    const [file, id] = [path.join(folder, name), idOf(name)];
    const record = await readRecord(file, id);
    if (record === undefined || !record.open.some(watch => isAbandoned(watch, running))) return record;
    if (!record.header.roots.some(root => roots().includes(root))) return record;
    await recoverWatches(record, file, { snapshots, labels });
    return readRecord(file, id);
  }

  return {
    record: about =>
      createChangeRecord({
        file: createRecordFile(() => makeRecord(about, options)),
        snapshots,
        running,
        saves,
        limits,
        isOnDisk,
        unsaved,
        labels,
        log,
      }),
    trouble: () => troubleWith(folder),
    foresee: snapshots.foresee,
    async find(id) {
      const name = `${id}${ending}`;
      return (await recordNames(folder)).includes(name) ? read(name) : undefined;
    },
    forget: id => rm(path.join(folder, `${id}${ending}`), { force: true }),
    async newest() {
      for (const name of await recordNames(folder)) {
        const record = await read(name).catch(() => undefined);
        if (record?.header.roots.some(root => roots().includes(root))) return record;
      }
      return undefined;
    },
    async records() {
      const found: KeptRecord[] = [];
      for (const name of await recordNames(folder)) {
        const record = await read(name).catch((cause: unknown) => {
          // Another window has made room meanwhile.
          if (hasCode(cause, 'ENOENT')) return;
          log.warn(`The record ${name} for undo can’t be read: ${reasonOf(cause)}`);
        });
        if (record !== undefined) found.push(record);
      }
      return found;
    },
  };
}

/** A disk counts as full before its last byte: other programs write, too. */
const leastFree = 1024 ** 2;

async function troubleWith(folder: string): Promise<string | undefined> {
  try {
    await mkdir(folder, { recursive: true, mode: 0o700 });
    await access(folder, constants.W_OK);
    const { bavail, bsize } = await statfs(folder);
    return bavail * bsize < leastFree ? `the disk with ${folder} is full.` : undefined;
  } catch (cause) {
    return `${reasonOf(cause)}.`;
  }
}

async function makeRecord(
  about: RecordAbout,
  { folder, roots, clock, limits = ordinaryLimits }: DiskJournalOptions,
): Promise<NewRecord> {
  await makeRoom(folder, limits);
  const at = clock.now();
  const header = { format: 1, ...about, roots: roots(), at: at.toISOString(), process: process.pid } as const;
  return { path: path.join(folder, nameFor(at)), header };
}

const ending = '.undo';

function nameFor(now: Date): string {
  return `${now.toISOString().replace(/[:.]/g, '-')}-${randomUUID().slice(0, 8)}${ending}`;
}

function idOf(name: string): string {
  return name.slice(0, -ending.length);
}

async function recordNames(folder: string): Promise<readonly string[]> {
  const names = (await readdir(folder).catch(orAbsent)) ?? [];
  return names
    .filter(name => name.endsWith(ending))
    .sort()
    .reverse();
}

async function makeRoom(folder: string, { records, totalBytes }: JournalLimits): Promise<void> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  let bytes = 0;
  for (const [index, name] of (await recordNames(folder)).entries()) {
    const file = path.join(folder, name);
    bytes += (await stat(file).catch(orAbsent))?.size ?? 0;
    if (index >= records - 1 || bytes > totalBytes) await rm(file, { force: true });
  }
}
