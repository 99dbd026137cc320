import { realpath } from 'node:fs/promises';
import { reasonOf } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { Log } from '../../../converser/ground/ports.ts';
import type { KeptPlace } from '../../../converser/words/workspace/kept-place.ts';
import type { ChangedFile } from './changed-files.ts';
import { type DescribedFile, describeFiles } from './describe-files.ts';
import type { DiskJournal } from './disk-journal.ts';
import { partOfRecord } from './part-of-record.ts';
import type { KeptRecord } from './record-file.ts';
import type { KeptChange } from './record-lines.ts';
import { type Undone, type UndoPorts, undoRecord } from './undo.ts';
import { type Undoable, undoableRecords, undosToRedo } from './undoable.ts';

export interface TurnUndo {
  records(): Promise<readonly Undoable[]>;
  /** Takes files back together with those that can't be told apart from them. Records the undo, too. Never rejects. */
  undo(record: KeptRecord, options: UndoOptions): Promise<UndoOutcome>;
  redo(turn: Undoable, options: RedoOptions): Promise<UndoOutcome>;
  describe(turn: Undoable, most: number): Promise<readonly DescribedFile[]>;
}

export interface RedoOptions {
  readonly signal: AbortSignal;
  readonly file?: ChangedFile | undefined;
}

export interface UndoOptions {
  readonly signal: AbortSignal;
  readonly files?: readonly ChangedFile[] | undefined;
}

export interface UndoOutcome {
  readonly files: readonly Undone[];
  readonly isWhole: boolean;
}

export interface TurnUndoPorts extends Pick<UndoPorts, 'unsaved' | 'showUnsaved'> {
  readonly journal: DiskJournal;
  readonly log: Pick<Log, 'warn'>;
  readonly roots: () => UndoPorts['roots'];
}

export function createTurnUndo({ journal, log, roots, unsaved, showUnsaved }: TurnUndoPorts): TurnUndo {
  const records = async () => {
    const open = roots().map(({ path }) => path);
    return undoableRecords(await rebaseRecords(await journal.records(), open), open);
  };
  const partOf = async (record: KeptRecord, chosen: readonly ChangedFile[]) => {
    const known = (await records()).find(each => each.record.id === record.id);
    const undone = known?.files.filter(file => file.isUndone);
    return partOfRecord(record, chosen, undone);
  };
  return {
    records,
    undo,
    async redo(turn, { signal, file }) {
      const files: Undone[] = [];
      let isWhole = true;
      for (const record of undosToRedo(turn, file)) {
        const outcome = await undo(record, { signal });
        files.push(...outcome.files);
        isWhole &&= outcome.isWhole;
      }
      return { files, isWhole };
    },
    describe: (turn, most) => describeFiles(turn, { roots: roots(), most }),
  };

  async function undo(record: KeptRecord, { signal, files: chosen }: UndoOptions): Promise<UndoOutcome> {
    const { conversationId, turnId, title } = record.header;
    const part = chosen === undefined ? undefined : await partOf(record, chosen);
    const only = part?.files.map(({ now }) => now);
    const about = defined({ conversationId, turnId, title, undoes: record.id, only });
    const own = journal.record(about);
    const ports = defined({ roots: roots(), unsaved, showUnsaved, record: own });
    const changes = part?.changes ?? record.changes;
    const undone = await undoRecord({ changes, bytes: record.bytes }, ports, signal);
    await own.end();
    const files = worstByPlace(undone);
    const isWhole = !signal.aborted && files.every(({ kind }) => kind !== 'conflict');
    // Otherwise the turn would never count as undone.
    if (isWhole && undone.every(({ kind }) => kind === 'unchanged'))
      await journal.recordNothing(about).catch((cause: unknown) => log.warn(notRecorded(cause)));
    return { files, isWhole };
  }
}

function notRecorded(cause: unknown): string {
  return `That a turn was undone couldn’t be recorded: ${reasonOf(cause)}`;
}

/** A turn may change a file several times. The worst outcome counts. */
function worstByPlace(undone: readonly Undone[]): readonly Undone[] {
  const places = new Map<string, Undone>();
  for (const each of undone) {
    const known = places.get(each.shown);
    // A later conflict tells of the file before the turn: changes are taken back from the last to the first.
    if (known === undefined || weight[each.kind] >= weight[known.kind]) places.set(each.shown, each);
  }
  return [...places.values()];
}

const weight = { unchanged: 0, restored: 1, conflict: 2 } as const;

/** Names folders as they are open now: a link may have led to them then, or may lead to them now. */
async function rebaseRecords(
  records: readonly KeptRecord[],
  roots: readonly string[],
): Promise<readonly KeptRecord[]> {
  const open = new Map<string, string>();
  for (const root of roots) open.set(await realOf(root), root);
  const names = new Map<string, string>();
  for (const root of new Set(records.flatMap(({ header }) => header.roots)))
    names.set(root, roots.includes(root) ? root : (open.get(await realOf(root)) ?? root));
  return records.map(record => rebase(record, root => names.get(root) ?? root));
}

function realOf(folder: string): Promise<string> {
  return realpath(folder).catch(() => folder);
}

function rebase(record: KeptRecord, nameOf: (root: string) => string): KeptRecord {
  const { header, changes } = record;
  if (header.roots.every(root => nameOf(root) === root)) return record;
  const place = ({ root, path }: KeptPlace): KeptPlace => ({ root: nameOf(root), path });
  return {
    ...record,
    header: defined({ ...header, roots: header.roots.map(nameOf), only: header.only?.map(place) }),
    changes: changes.map(each => ({ ...each, change: rebaseChange(each.change, place) })),
  };
}

function rebaseChange(change: KeptChange, place: (kept: KeptPlace) => KeptPlace): KeptChange {
  const made = change.made.map(place);
  return change.kind === 'move'
    ? { ...change, made, from: place(change.from), to: place(change.to) }
    : { ...change, made, place: place(change.place) };
}
