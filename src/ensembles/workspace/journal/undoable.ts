import { absoluteKept } from '../../../converser/words/workspace/kept-place.ts';
import { type ChangedFile, changedFiles } from './changed-files.ts';
import type { KeptRecord } from './record-file.ts';

export interface Undoable {
  readonly record: KeptRecord;
  readonly isUndone: boolean;
  readonly files: readonly UndoableFile[];
  /** Includes undos of some of its files, but none that was undone itself. The latest come first. */
  readonly undoneBy: readonly KeptRecord[];
}

export interface UndoableFile extends ChangedFile {
  readonly isUndone: boolean;
}

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

export function lastUndoable(found: readonly Undoable[]): Undoable | undefined {
  return found.find(
    ({ record, isUndone }) => !isUndone && record.header.undoes === undefined && record.changes.length > 0,
  );
}

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

function validUndos(latestFirst: readonly KeptRecord[]): ReadonlyMap<string, readonly KeptRecord[]> {
  const undos = new Map<string, readonly KeptRecord[]>();
  for (const record of latestFirst) {
    const { undoes } = record.header;
    if (undoes !== undefined && !undos.has(record.id))
      undos.set(undoes, [...(undos.get(undoes) ?? []), record]);
  }
  return undos;
}
