import { absoluteKept } from '../../../converser/trust/kept-place.ts';
import { type ChangedFile, changedFiles } from './changed-files.ts';
import type { KeptRecord } from './record-file.ts';

/** A record, and whether what it tells of has been taken back. */
export interface Undoable {
  readonly record: KeptRecord;
  /** All of it. */
  readonly isUndone: boolean;
  /** What it has changed, all its changes together. */
  readonly files: readonly ChangedFile[];
  /** The undos of it, or of some of its files, that have not been undone themselves, the latest first. */
  readonly undoneBy: readonly KeptRecord[];
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
      const found = { record, files: changedFiles(record), undoneBy: undos.get(record.id) ?? [] };
      return { ...found, isUndone: isWhollyUndone(found) };
    });
}

/** The one that "undo" means: the last turn that changed files and has not been taken back. */
export function lastUndoable(found: readonly Undoable[]): Undoable | undefined {
  return found.find(
    ({ record, isUndone }) => !isUndone && record.header.undoes === undefined && record.changes.length > 0,
  );
}

/** Whether a file of it has been taken back, be it by itself or with all others. */
export function isFileUndone({ undoneBy }: Pick<Undoable, 'undoneBy'>, { now }: ChangedFile): boolean {
  const place = absoluteKept(now);
  return undoneBy.some(
    ({ header: { only } }) => only === undefined || only.some(each => absoluteKept(each) === place),
  );
}

/** The undos that take it to the state before: those of all of it, or else those of its files. */
export function undosOf({ undoneBy }: Pick<Undoable, 'undoneBy'>, file?: ChangedFile): readonly KeptRecord[] {
  if (file !== undefined) return undoneBy.filter(undo => isFileUndone({ undoneBy: [undo] }, file));
  const ofAll = undoneBy.find(({ header }) => header.only === undefined);
  return ofAll === undefined ? undoneBy : [ofAll];
}

function isWhollyUndone(found: Pick<Undoable, 'files' | 'undoneBy'>): boolean {
  const { files, undoneBy } = found;
  if (undoneBy.some(({ header }) => header.only === undefined)) return true;
  return files.length > 0 && undoneBy.length > 0 && files.every(file => isFileUndone(found, file));
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
