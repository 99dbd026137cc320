import { realpath } from 'node:fs/promises';
import { isDeepStrictEqual } from 'node:util';
import { serial } from '../../../converser/ground/async/serial.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { KeptPlace } from '../../../converser/words/workspace/kept-place.ts';
import type { ChangedFile } from './changed-files.ts';
import { type DescribedFile, describeFiles } from './describe-files.ts';
import type { DiskJournal } from './disk-journal.ts';
import { partOfRecord } from './part-of-record.ts';
import type { KeptRecord } from './record-file.ts';
import type { KeptChange } from './record-lines.ts';
import { type Undone, type UndoPorts, undoRecord } from './undo.ts';
import { type TurnInEditor, undoByEditor } from './undo-by-editor.ts';
import { undoProgress } from './undo-progress.ts';
import {
  type ChosenUndos,
  type RestingChange,
  turnsIn,
  type Undoable,
  undoableRecords,
  undosToRedo,
} from './undoable.ts';

export interface TurnUndo {
  /** The latest come first. */
  records(): Promise<readonly Undoable[]>;
  /** Without undos. What you keep later of a turn has a record of its own. Default: of all turns. */
  ofTurns(turnId?: string): Promise<readonly Undoable[]>;
  /** Takes files back together with those that can't be told apart from them. Records the undo, too. Never rejects. */
  undo(record: KeptRecord, options: UndoOptions): Promise<UndoOutcome>;
  /** Takes back what undos that were killed had yet to take back. */
  goOn(signal: AbortSignal): Promise<readonly GoneOn[]>;
  redo(turn: Undoable, options: RedoOptions): Promise<UndoOutcome>;
  describe(turn: Undoable, most: number): Promise<readonly DescribedFile[]>;
  /** See `undoByEditor`. */
  byEditor(turns: readonly TurnInEditor[], write: () => Promise<void>): Promise<boolean>;
}

export interface RedoOptions extends ChosenUndos {
  readonly signal: AbortSignal;
}

export interface UndoOptions {
  readonly signal: AbortSignal;
  readonly files?: readonly ChangedFile[] | undefined;
  /** See `RecordHeader`. */
  readonly isAside?: true | undefined;
}

export interface UndoOutcome {
  readonly files: readonly Undone[];
  readonly isWhole: boolean;
}

export interface GoneOn {
  readonly record: KeptRecord;
  readonly outcome: UndoOutcome;
}

export interface TurnUndoPorts extends Pick<UndoPorts, 'unsaved' | 'showUnsaved'> {
  readonly journal: DiskJournal;
  readonly roots: () => UndoPorts['roots'];
}

export function createTurnUndo({ journal, roots, unsaved, showUnsaved }: TurnUndoPorts): TurnUndo {
  const records = async () => {
    const open = roots().map(({ path }) => path);
    return undoableRecords(await rebaseRecords(await journal.records(), open), open);
  };
  // Two at once would each meet the half of the other.
  const inTurn = serial();
  return {
    records,
    ofTurns: async turnId => turnsIn(await records(), turnId),
    undo: (record, how) => inTurn(() => undo(record, how)),
    async goOn(signal) {
      const gone: GoneOn[] = [];
      for (const { record, rest, undoneBy } of await records()) {
        const ended = undoneBy.filter(({ isCutOff }) => isCutOff);
        const takes = new Set(ended.flatMap(({ header }) => header.takes ?? []));
        const changes = rest.filter(({ number, isLeft }) => takes.has(number) && !isLeft);
        if (changes.length === 0 || signal.aborted) continue;
        const isAside = ended.some(({ header }) => header.isAside) || undefined;
        const taking = defined({ changes, isAside });
        gone.push({ record, outcome: await inTurn(() => takeBack(record, taking, signal)) });
      }
      return gone;
    },
    async redo(turn, { signal, ...chosen }) {
      const files: Undone[] = [];
      let isWhole = true;
      for (const record of undosToRedo(turn, chosen)) {
        const outcome = await inTurn(() => undo(record, { signal }));
        files.push(...outcome.files);
        isWhole &&= outcome.isWhole;
        if (chosen.isAside) await forget(record);
      }
      return { files, isWhole };
    },
    describe: (turn, most) => describeFiles(turn, { roots: roots(), most }),
    byEditor: (turns, write) => inTurn(() => undoByEditor(turns, write, { journal, roots: roots() })),
  };

  async function undo(
    record: KeptRecord,
    { signal, files: chosen, isAside }: UndoOptions,
  ): Promise<UndoOutcome> {
    const now = (await records()).find(each => each.record.id === record.id);
    const part =
      chosen &&
      partOfRecord(
        record,
        chosen,
        now?.files.filter(file => file.isUndone),
      );
    const taken = new Set((part ?? record).changes.map(({ number }) => number));
    const changes = (now?.rest ?? record.changes).filter(({ number }) => taken.has(number));
    return takeBack(record, defined({ changes, only: part?.files.map(file => file.now), isAside }), signal);
  }

  /** An undo that was undone says nothing any more, and ways between versions would use up the room for turns. */
  async function forget(undone: KeptRecord): Promise<void> {
    const all = await journal.records();
    const turn = all.find(({ id }) => id === undone.header.undoes);
    const said = all.filter(({ id, header }) => id === undone.id || header.undoes === undone.id);
    const others = all.filter(each => !said.includes(each));
    if (turn === undefined || !isDeepStrictEqual(undoProgress(all)(turn), undoProgress(others)(turn))) return;
    // The undo comes last in the list, and goes first: alone, its own would say nothing.
    for (const { id } of said.toReversed()) await journal.forget(id);
  }

  async function takeBack(
    { header, id, changes: all, bytes }: KeptRecord,
    { changes, ...how }: Taking,
    signal: AbortSignal,
  ): Promise<UndoOutcome> {
    const { conversationId, turnId, title } = header;
    const takes = changes.map(({ number }) => number);
    const about = defined({ conversationId, turnId, title, undoes: id, ...how, takes });
    const own = journal.record(about);
    const ports = defined({ roots: roots(), unsaved, showUnsaved, record: own });
    const files = worstByPlace(await undoRecord({ changes, all, bytes }, ports, signal));
    // Otherwise an undo that had nothing to do could not be undone.
    if (all.length === 0) await own.settle({ undoes: 0, isBack: true });
    await own.end();
    return { files, isWhole: !signal.aborted && files.every(({ kind }) => kind !== 'conflict') };
  }
}

interface Taking {
  readonly changes: readonly RestingChange[];
  readonly only?: readonly KeptPlace[];
  readonly isAside?: true;
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
