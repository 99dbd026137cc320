import { defined } from '../../../converser/ground/json/defined.ts';
import { absoluteKept } from '../../../converser/words/workspace/kept-place.ts';
import { type ChangedFile, changedFiles } from './changed-files.ts';
import type { BegunUndo } from './content/partly-back.ts';
import type { KeptRecord, RecordedChange } from './record-file.ts';
import { numbersByFile, undoProgress } from './undo-progress.ts';

export interface Undoable {
  readonly record: KeptRecord;
  /** True, too, if some of it had to be left. */
  readonly isUndone: boolean;
  readonly files: readonly UndoableFile[];
  /** Includes undos of some of its files, but none that was undone itself. The latest come first. */
  readonly undoneBy: readonly KeptRecord[];
  readonly rest: readonly RestingChange[];
}

export interface UndoableFile extends ChangedFile {
  readonly isUndone: boolean;
}

/** It is not back yet. */
export interface RestingChange extends RecordedChange {
  readonly begun?: BegunUndo;
  /** An undo found that something else has changed there since. */
  readonly isLeft?: boolean;
}

export function undoableRecords(
  records: readonly KeptRecord[],
  roots: readonly string[],
): readonly Undoable[] {
  const progressOf = undoProgress(records);
  return records
    .filter(({ header }) => header.roots.some(root => roots.includes(root)))
    .map(record => {
      const { back, left, begun, undoneBy } = progressOf(record);
      const changed = changedFiles(record);
      const undone = records.find(({ id }) => id === record.header.undoes);
      const numbers = numbersByFile(record.changes, changed);
      const files = changed.map((file, index) => ({
        ...file,
        isUndone: numbers[index]?.every(number => back.has(number)) === true,
      }));
      const rest = record.changes
        .filter(({ number }) => !back.has(number))
        .map(each =>
          defined({
            ...each,
            begun: begun.get(each.number) ?? begunBy(each, undone ?? record),
            isLeft: left.has(each.number),
          }),
        );
      const isSettled = undoneBy.length > 0 && (back.size > 0 || record.changes.length === 0);
      const isUndone =
        (isSettled && rest.every(({ isLeft }) => isLeft)) ||
        (files.length > 0 && files.every(file => file.isUndone));
      return { record, files, undoneBy, rest, isUndone };
    });
}

/** An undo that was ended may itself have left what it was to put there, or half of it. */
function begunBy({ change, after }: RecordedChange, { bytes }: KeptRecord): BegunUndo | undefined {
  const isBegun = change.kind === 'replace' && change.target !== undefined && after === undefined;
  return isBegun ? { from: change.target, bytes } : undefined;
}

export function turnsIn(found: readonly Undoable[], turnId?: string): readonly Undoable[] {
  return found.filter(
    ({ record: { header } }) =>
      header.undoes === undefined && (turnId === undefined || header.turnId === turnId),
  );
}

/** Comes back to what was left only once there is nothing else. */
export function lastUndoable(found: readonly Undoable[]): Undoable | undefined {
  const turns = turnsIn(found).filter(({ record }) => record.changes.length > 0);
  return turns.find(({ isUndone }) => !isUndone) ?? turns.find(({ rest }) => rest.length > 0);
}

export interface ChosenUndos {
  readonly file?: ChangedFile | undefined;
  /** Only those that were made because the conversation shows another version. */
  readonly isAside?: true;
}

export function undosToRedo(
  { undoneBy }: Pick<Undoable, 'undoneBy'>,
  { file, isAside }: ChosenUndos,
): readonly KeptRecord[] {
  const place = file && absoluteKept(file.now);
  return undoneBy.filter(
    ({ header: { only, ...header } }) =>
      (isAside === undefined || header.isAside === true) &&
      (file === undefined || only?.every(each => absoluteKept(each) !== place) !== true),
  );
}
