import type { ChangedFile } from './changed-files.ts';
import type { BegunUndo } from './content/partly-back.ts';
import { placesOfChange, placesOfFile } from './part-of-record.ts';
import type { KeptRecord } from './record-file.ts';

/** Tells how far a record is undone, change by change: an undo may have ended in the middle of any. */
export interface UndoProgress {
  /** The numbers of the changes that are back. */
  readonly back: ReadonlySet<number>;
  /** An undo left these because something else has changed there since. */
  readonly left: ReadonlySet<number>;
  /** An undo, or the undo of it, was ended while it took these back: what was there, or is still. */
  readonly begun: ReadonlyMap<number, BegunUndo>;
  /** Includes undos of some of its changes, but none that was undone itself. The latest come first. */
  readonly undoneBy: readonly KeptRecord[];
}

export function undoProgress(latestFirst: readonly KeptRecord[]): (record: KeptRecord) => UndoProgress {
  const known = new Map<string, UndoProgress>();
  const undos = new Map<string, KeptRecord[]>();
  for (const each of latestFirst) {
    const { undoes } = each.header;
    if (undoes !== undefined) undos.set(undoes, [...(undos.get(undoes) ?? []), each]);
  }
  const progressOf = (record: KeptRecord): UndoProgress => {
    const found = known.get(record.id) ?? progress(record, undos.get(record.id) ?? [], progressOf);
    known.set(record.id, found);
    return found;
  };
  return progressOf;
}

function progress(
  record: KeptRecord,
  undos: readonly KeptRecord[],
  progressOf: (undo: KeptRecord) => UndoProgress,
): UndoProgress {
  const [back, left] = [new Set<number>(), new Set<number>()];
  const begun = new Map<number, BegunUndo>();
  const undoneBy: KeptRecord[] = [];
  for (const undo of undos) {
    const { back: redone, begun: halfRedone, undoneBy: redoneBy } = progressOf(undo);
    const pending = new Set<number>();
    const [own, half] = [new Set<number>(), new Set<number>()];
    // Names of one file change together, and a redo may have ended between them.
    const again = undo.changes.filter(({ number }) => redone.has(number));
    const takenAgain = new Set(again.map(({ undoes }) => undoes));
    const placesAgain = new Set(again.flatMap(placesOfChange));
    for (const { number, undoes, change } of undo.changes) {
      if (undoes === undefined) continue;
      own.add(undoes);
      if (redone.has(number)) continue;
      pending.add(undoes);
      if (halfRedone.has(number) || takenAgain.has(undoes)) half.add(undoes);
      const from = change.kind === 'replace' ? change.before : ({ kind: 'absent' } as const);
      if (half.has(undoes) || !undo.settled.has(undoes)) begun.set(undoes, { from, bytes: undo.bytes });
    }
    const isRedone = redoneBy.length > 0 && undo.changes.every(({ number }) => redone.has(number));
    const there = record.changes.filter(each => placesOfChange(each).some(place => placesAgain.has(place)));
    const numbersThere = new Set(there.map(({ number }) => number));
    const holds = (number: number) =>
      own.has(number) ? pending.has(number) : !isRedone && !numbersThere.has(number);
    const taken = takenBack(undo).filter(number => holds(number) && !half.has(number));
    for (const number of taken) back.add(number);
    for (const [number, isBack] of undo.settled) if (!isBack && holds(number)) left.add(number);
    if (taken.length > 0 || pending.size > 0 || (record.changes.length === 0 && !isRedone))
      undoneBy.push(undo);
  }
  return { back, left, begun, undoneBy };
}

/** What another program is taking back counts as back, so that no two do it at once. */
function takenBack({ header: { takes = [] }, settled, isWritten }: KeptRecord): readonly number[] {
  return isWritten ? takes : [...settled].flatMap(([number, isBack]) => (isBack ? [number] : []));
}

/** Gives the numbers of each file's changes. */
export function numbersByFile(
  changes: KeptRecord['changes'],
  files: readonly ChangedFile[],
): readonly (readonly number[])[] {
  const numbers = new Map<string, number[]>();
  for (const each of changes)
    for (const place of placesOfChange(each))
      numbers.set(place, [...(numbers.get(place) ?? []), each.number]);
  return files.map(file => placesOfFile(file).flatMap(place => numbers.get(place) ?? []));
}
