import type { Host } from '../converser/host.ts';
import type { Root } from '../converser/workspace/workspace.ts';
import { createNodeWorkspace } from '../ensembles/workspace/disk/node-workspace.ts';
import type { DiskJournal } from '../ensembles/workspace/journal/disk-journal.ts';
import type { KeptRecord } from '../ensembles/workspace/journal/record-file.ts';
import { undoRecord } from '../ensembles/workspace/journal/undo.ts';
import { lastUndoable, undoableRecords } from '../ensembles/workspace/journal/undoable.ts';
import type { UndoOptions } from './command-line/options.ts';
import { renderOutcome, renderUndoables } from './render/render-undo.ts';
import { saveEarlier } from './state/earlier-files.ts';
import { openJournal } from './state/journal-folder.ts';

/** Takes a turn back, or lists what could be. Resolves to the exit code: 0 done, 1 in part, 2 nothing to undo. */
export async function runUndo(
  { roots: folders, id, lists, json }: UndoOptions,
  host: Host,
  signal: AbortSignal,
): Promise<number> {
  const workspace = createNodeWorkspace({ roots: folders });
  try {
    const { roots } = workspace;
    const journal = openJournal(roots, host);
    const paths = roots.map(root => root.path);
    const found = undoableRecords(await journal.records(), paths);
    if (lists) {
      process.stdout.write(renderUndoables(found, json));
      return 0;
    }
    const chosen = id === undefined ? lastUndoable(found) : found.find(({ record }) => record.id === id);
    if (chosen === undefined)
      return complain(
        id === undefined ? 'There is nothing to undo.' : `${id} not found. See converse undo --list.`,
      );
    if (chosen.isUndone) return complain(`${chosen.record.id} has been undone already.`);
    return await undo(chosen.record, { roots, journal, json, signal });
  } finally {
    workspace.dispose();
  }
}

interface Undoing {
  readonly roots: readonly Root[];
  readonly journal: DiskJournal;
  readonly json: boolean;
  readonly signal: AbortSignal;
}

async function undo(record: KeptRecord, { roots, journal, json, signal }: Undoing): Promise<number> {
  const { conversationId, title } = record.header;
  const own = journal.record({ conversationId, title, undoes: record.id });
  const undone = await undoRecord(record, { roots, unsaved: () => [], record: own }, signal);
  await own.end();
  const conflicts = undone.filter(each => each.kind === 'conflict');
  const earlier = await saveEarlier(record, conflicts);
  process.stdout.write(renderOutcome({ record, undone, earlier }, json));
  return conflicts.length === 0 && !signal.aborted ? 0 : 1;
}

function complain(message: string): number {
  process.stderr.write(`converse: ${message}\n`);
  return 2;
}
