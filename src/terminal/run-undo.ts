import type { Host } from '../converser/host.ts';
import { createNodeWorkspace } from '../ensembles/workspace/disk/node-workspace.ts';
import type { KeptRecord } from '../ensembles/workspace/journal/record-file.ts';
import { createTurnUndo, type TurnUndo } from '../ensembles/workspace/journal/turn-undo.ts';
import { lastUndoable } from '../ensembles/workspace/journal/undoable.ts';
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
    const turns = createTurnUndo({
      journal: openJournal(roots, host),
      roots: () => roots,
      unsaved: () => [],
    });
    const found = await turns.records();
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
    return await undo(chosen.record, { turns, json, signal });
  } finally {
    workspace.dispose();
  }
}

interface Undoing {
  readonly turns: TurnUndo;
  readonly json: boolean;
  readonly signal: AbortSignal;
}

async function undo(record: KeptRecord, { turns, json, signal }: Undoing): Promise<number> {
  const { files, isWhole } = await turns.undo(record, signal);
  const earlier = await saveEarlier(
    record,
    files.filter(each => each.kind === 'conflict'),
  );
  process.stdout.write(renderOutcome({ record, files, earlier }, json));
  return isWhole ? 0 : 1;
}

function complain(message: string): number {
  process.stderr.write(`converse: ${message}\n`);
  return 2;
}
