import { defined } from '../../../converser/json/defined.ts';
import type { DiskJournal } from './disk-journal.ts';
import type { KeptRecord } from './record-file.ts';
import { type Undone, type UndoPorts, undoRecord } from './undo.ts';
import { type Undoable, undoableRecords } from './undoable.ts';

export interface TurnUndo {
  /** The records of the open folders, the latest first. */
  records(): Promise<readonly Undoable[]>;
  /** Takes back what a record tells of. The undo is recorded too. Never rejects. */
  undo(record: KeptRecord, signal: AbortSignal): Promise<UndoOutcome>;
}

export interface UndoOutcome {
  /** What became of each file. */
  readonly files: readonly Undone[];
  /** Nothing is left as the turn made it. */
  readonly isWhole: boolean;
}

export interface TurnUndoPorts extends Pick<UndoPorts, 'unsaved' | 'showUnsaved'> {
  readonly journal: DiskJournal;
  readonly roots: () => UndoPorts['roots'];
}

export function createTurnUndo({ journal, roots, unsaved, showUnsaved }: TurnUndoPorts): TurnUndo {
  return {
    async records() {
      return undoableRecords(
        await journal.records(),
        roots().map(({ path }) => path),
      );
    },
    async undo(record, signal) {
      const { conversationId, turnId, title } = record.header;
      const own = journal.record(defined({ conversationId, turnId, title, undoes: record.id }));
      const ports = defined({ roots: roots(), unsaved, showUnsaved, record: own });
      const undone = await undoRecord(record, ports, signal);
      await own.end();
      const files = worstByPlace(undone);
      return { files, isWhole: !signal.aborted && files.every(({ kind }) => kind !== 'conflict') };
    },
  };
}

/** A turn may change a file several times. What is worst counts. */
function worstByPlace(undone: readonly Undone[]): readonly Undone[] {
  const places = new Map<string, Undone>();
  for (const each of undone) {
    const known = places.get(each.shown);
    // A later conflict tells of the file as it was before the turn: changes are taken back from the last to the first.
    if (known === undefined || weight[each.kind] >= weight[known.kind]) places.set(each.shown, each);
  }
  return [...places.values()];
}

const weight = { unchanged: 0, restored: 1, conflict: 2 } as const;
