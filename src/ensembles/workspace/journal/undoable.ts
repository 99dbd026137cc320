import { absoluteKept } from '../../../converser/words/workspace/kept-place.ts';
import { type ChangedFile, changedFiles } from './changed-files.ts';
import type { KeptRecord } from './record-file.ts';

/** A record, and whether what it tells of has been taken back. */
export interface Undoable {
  readonly record: KeptRecord;
  /** All of it. */
  readonly isUndone: boolean;
  /** What it has changed, all its changes together. */
  readonly files: readonly UndoableFile[];
  /** The undos of it, or of some of its files, that have not been undone themselves, the latest first. */
  readonly undoneBy: readonly KeptRecord[];
}

export interface UndoableFile extends ChangedFile {
  /** It has been taken back, by itself or with all others. */
  readonly isUndone: boolean;
}

/** The records of a workspace's folders, in the order given. */
export function undoableRecords(
  records: readonly KeptRecord[],
  roots: readonly string[],
): readonly Undoable[] {
  const undos = validUndos(records);
  return records
    .filter(({ header }) => header.roots.some(root => roots.includes(root)))
    .map(record => {
      const undoneBy = undos.get(record.id) ?? [];
      const files = changedFiles(record).map(file => ({
        ...file,
        isUndone: undosOf(file, undoneBy).length > 0,
      }));
      const isUndone = undoneBy.some(isOfAll) || (files.length > 0 && files.every(file => file.isUndone));
      return { record, files, undoneBy, isUndone };
    });
}

/** The one that "undo" means: the last turn that changed files and has not been taken back. */
export function lastUndoable(found: readonly Undoable[]): Undoable | undefined {
  return found.find(
    ({ record, isUndone }) => !isUndone && record.header.undoes === undefined && record.changes.length > 0,
  );
}

/** The undos to take back, so that all is as the turn made it, or a file of it: those of all, or else those of files. */
export function undosToRedo(
  { undoneBy }: Pick<Undoable, 'undoneBy'>,
  file?: ChangedFile,
): readonly KeptRecord[] {
  if (file !== undefined) return undosOf(file, undoneBy);
  const ofAll = undoneBy.find(isOfAll);
  return ofAll === undefined ? undoneBy : [ofAll];
}

function isOfAll({ header }: KeptRecord): boolean {
  return header.only === undefined;
}

function undosOf({ now }: ChangedFile, undoneBy: readonly KeptRecord[]): readonly KeptRecord[] {
  const place = absoluteKept(now);
  return undoneBy.filter(
    ({ header: { only } }) => only === undefined || only.some(each => absoluteKept(each) === place),
  );
}

/** By the record that they undo. An undo that was undone itself counts no longer. */
function validUndos(latestFirst: readonly KeptRecord[]): ReadonlyMap<string, readonly KeptRecord[]> {
  const undos = new Map<string, readonly KeptRecord[]>();
  for (const record of latestFirst) {
    const { undoes } = record.header;
    if (undoes !== undefined && !undos.has(record.id))
      undos.set(undoes, [...(undos.get(undoes) ?? []), record]);
  }
  return undos;
}
