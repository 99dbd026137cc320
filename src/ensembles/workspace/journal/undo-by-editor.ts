import { absoluteKept } from '../../../converser/words/workspace/kept-place.ts';
import type { Root } from '../../../converser/words/workspace/workspace.ts';
import type { DiskJournal } from './disk-journal.ts';
import { isSameImage, takeImage } from './image.ts';
import { partOfRecord } from './part-of-record.ts';
import type { Undoable, UndoableFile } from './undoable.ts';

export interface TurnInEditor {
  readonly turn: Undoable;
  readonly file: UndoableFile;
}

export interface EditorUndoPorts {
  readonly journal: Pick<DiskJournal, 'record'>;
  readonly roots: readonly Root[];
}

/**
 * Records as an undo what an editor writes into a file, so that it can be redone. Resolves to whether all is back.
 * @param turns of the file, the earliest first: what was before that one is expected to come back
 * @param write edits and saves it, and doesn't reject
 */
export async function undoByEditor(
  turns: readonly TurnInEditor[],
  write: () => Promise<void>,
  { journal, roots }: EditorUndoPorts,
): Promise<boolean> {
  const [first] = turns;
  const before = first?.file.before;
  const root = roots.find(({ path }) => path === first?.file.now.root);
  if (first === undefined || before === undefined || root === undefined) return false;
  const records = turns.map(({ turn: { record, rest }, file }) => {
    const own = new Set(partOfRecord(record, [file]).changes.map(({ number }) => number));
    const takes = rest.flatMap(({ number }) => (own.has(number) ? [number] : []));
    const { conversationId, turnId, title } = record.header;
    const about = { conversationId, title, undoes: record.id, only: [file.now], takes };
    return { takes, undo: journal.record(turnId === undefined ? about : { ...about, turnId }) };
  });
  const [{ takes: [undoes = 0] = [], undo } = {}] = records;
  const place = { root, path: first.file.now.path };
  const begun = await undo?.begin({ kind: 'replace', place }, { undoes, target: before });
  await write();
  await begun?.done();
  const now = await takeImage(absoluteKept(first.file.now), { budget: { ...largest } }).catch(
    () => undefined,
  );
  const isBack = now !== undefined && isSameImage(now, before);
  for (const { takes, undo } of records) {
    if (isBack) for (const each of takes) await undo.settle({ undoes: each, isBack });
    await undo.end();
  }
  return isBack;
}

/** Anything larger isn't edited. */
const largest = { bytes: 64 * 1024 ** 2, entries: 1 };
