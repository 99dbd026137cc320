import { mkdir, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { Host } from '../converser/ground/host.ts';
import type { KeptRecord } from '../ensembles/workspace/journal/record-file.ts';
import type { TurnUndo } from '../ensembles/workspace/journal/turn-undo.ts';
import type { Undone } from '../ensembles/workspace/journal/undo.ts';
import { openUndo } from '../house/open-undo.ts';
import { type ChosenUndo, chooseUndo } from './choose-undo.ts';
import type { UndoOptions } from './command-line/command-line.ts';
import { renderOutcome, renderUndoables, type TerminalUndo } from './render/render-undo.ts';
import { stateFolder } from './state/state-file.ts';
import { openedWorkspace } from './terminal-ports.ts';

/** Resolves to the exit code: 0 done, 1 in part, 2 nothing to undo. */
export async function runUndo(options: UndoOptions, host: Host, signal: AbortSignal): Promise<number> {
  const { lists, json } = options;
  const workspace = openedWorkspace(options.roots);
  try {
    const { turns } = openUndo({ host, workspace, storage: { folder: stateFolder() } });
    const found = await turns.records();
    if (lists) {
      process.stdout.write(renderUndoables(found, json));
      return 0;
    }
    const chosen = chooseUndo(found, options);
    if (typeof chosen === 'string') return complain(chosen);
    const undone = await undoChosen(chosen, { turns, signal });
    process.stdout.write(renderOutcome(undone, json));
    return undone.isWhole ? 0 : 1;
  } finally {
    workspace.dispose();
  }
}

interface Undoing {
  readonly turns: TurnUndo;
  readonly signal: AbortSignal;
}

export async function undoChosen(
  { record, files: chosen }: ChosenUndo,
  { turns, signal }: Undoing,
): Promise<TerminalUndo & { readonly isWhole: boolean }> {
  const { files, isWhole } = await turns.undo(record, { signal, files: chosen });
  const earlier = await saveEarlier(
    record,
    files.filter(each => each.kind === 'conflict'),
  );
  return { record, files, earlier, isWhole };
}

function complain(message: string): number {
  process.stderr.write(`converse: ${message}\n`);
  return 2;
}

type Conflict = Extract<Undone, { kind: 'conflict' }>;

/** Writes what files were before a turn to your own folder, for you to compare. Keys are the shown places. */
async function saveEarlier(
  record: KeptRecord,
  conflicts: readonly Conflict[],
): Promise<ReadonlyMap<string, string>> {
  const folder = path.join(stateFolder(), 'earlier', record.id);
  const saved = new Map<string, string>();
  for (const [index, { shown, before }] of conflicts.entries()) {
    if (before?.kind !== 'file') continue;
    await mkdir(folder, { recursive: true, mode: 0o700 });
    const file = path.join(folder, `${index + 1}-${path.basename(shown)}`);
    const bytes = await record.bytes(before.hash).catch(() => undefined);
    if (bytes === undefined) continue;
    await writeFile(file, bytes, { mode: 0o600 });
    saved.set(shown, file);
  }
  return saved;
}
