import { type ChangedFile, changedFiles } from './changed-files.ts';
import type { KeptRecord } from './record-file.ts';

/** A record, and whether what it tells of has been taken back. */
export interface Undoable {
  readonly record: KeptRecord;
  readonly isUndone: boolean;
  /** What it has changed, all its changes together. */
  readonly files: readonly ChangedFile[];
}

/** The records of a workspace's folders, in the order given. */
export function undoableRecords(
  records: readonly KeptRecord[],
  roots: readonly string[],
): readonly Undoable[] {
  const undone = undoneIds(records);
  return records
    .filter(({ header }) => header.roots.some(root => roots.includes(root)))
    .map(record => ({ record, isUndone: undone.has(record.id), files: changedFiles(record) }));
}

/** The one that "undo" means: the last turn that changed files and has not been taken back. */
export function lastUndoable(found: readonly Undoable[]): Undoable | undefined {
  return found.find(
    ({ record, isUndone }) => !isUndone && record.header.undoes === undefined && record.changes.length > 0,
  );
}

/** An undo that was undone itself counts no longer. */
function undoneIds(latestFirst: readonly KeptRecord[]): ReadonlySet<string> {
  const undone = new Set<string>();
  for (const { id, header } of latestFirst) {
    if (header.undoes !== undefined && !undone.has(id)) undone.add(header.undoes);
  }
  return undone;
}
