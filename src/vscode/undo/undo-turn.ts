import { onceAborted } from '../../converser/ground/async/abort.ts';
import type { Log } from '../../converser/ground/ports.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import { absoluteKept } from '../../converser/words/workspace/kept-place.ts';
import type { TurnUndo } from '../../ensembles/workspace/journal/turn-undo.ts';
import { undoNote } from '../../ensembles/workspace/journal/undo-note.ts';
import type { Undoable, UndoableFile } from '../../ensembles/workspace/journal/undoable.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { warn } from '../common/notices.ts';
import { showFailure } from '../common/show-failure.ts';
import type { KeptChoices } from './kept-choices.ts';
import type { KeptFiles } from './kept-files.ts';
import type { ShownTurns } from './show-changes.ts';
import { tellOutcome } from './tell-outcome.ts';
import type { UndoableConversations } from './undoable-conversations.ts';

export interface UndoTurnPorts {
  readonly turns: TurnUndo;
  readonly kept: KeptFiles;
  readonly choices: KeptChoices;
  readonly conversations: UndoableConversations;
  readonly ask: Pick<AskUser, 'wait'>;
  readonly log: Log;
  readonly onUndone: () => Promise<void>;
  readonly shown: Pick<ShownTurns, 'show'>;
  /** Undoes the rest of a turn's changes in a file of which you keep some. */
  readonly undoRest: (turn: Undoable, file: UndoableFile) => Promise<void>;
}

/** Files that you keep stay. Where the turn was undone, does it again. The model is told of what is left. */
export async function undoTurn(base: Undoable, ports: UndoTurnPorts, file?: UndoableFile): Promise<void> {
  const { turns, conversations, ask, onUndone } = ports;
  const { conversationId, turnId } = base.record.header;
  if (conversations.isRunning(conversationId)) {
    void warn('A turn of this conversation is running. Stop it first.');
    return;
  }
  const isRedo = file?.isUndone ?? base.isUndone;
  const name = nameOf(base, file);
  const chosen = file === undefined ? filesToUndo(base, ports.choices) : [file];
  const partly = isRedo ? [] : partlyKept(chosen ?? base.files, base, ports.choices);
  for (const each of partly) await ports.undoRest(base, each);
  const files = partly.length === 0 ? chosen : (chosen ?? base.files).filter(each => !partly.includes(each));
  if (files?.length === 0) return;
  const outcome = await workShown(
    `${isRedo ? 'Redoing' : 'Undoing'} “${name}”…`,
    signal => (isRedo ? turns.redo(base, { signal, file }) : turns.undo(base.record, { signal, files })),
    ask,
  );
  const now = await turnNow(base, turns);
  if (turnId !== undefined && now !== undefined)
    await conversations.setUndone({ conversationId, turnId, ...undoNote(now) });
  await onUndone();
  const again = async () => {
    const next = await turnNow(base, turns);
    const same = next?.files.find(each => file !== undefined && isSame(each, file));
    if (next !== undefined) await undoTurn(next, ports, same);
  };
  const isWhole = file === undefined;
  const { length: count } = files ?? base.files;
  const told = { record: base.record, name, count, isRedo, isWhole, kept: ports.kept, again };
  // What it tells may stay for long.
  void tellOutcome(outcome, told).catch(cause => showFailure(cause, ports.log));
}

/** `undefined` stands for all files. Once you keep all of them, you mean them all. */
function filesToUndo({ record, files }: Undoable, choices: KeptChoices): readonly UndoableFile[] | undefined {
  const left = files.filter(each => !choices.isKept(record.id, each));
  return left.length === files.length || left.every(({ isUndone }) => isUndone)
    ? undefined
    : left.filter(({ isUndone }) => !isUndone);
}

function partlyKept(
  files: readonly UndoableFile[],
  { record }: Undoable,
  choices: KeptChoices,
): readonly UndoableFile[] {
  return files.filter(file => !file.isUndone && choices.decided(record.id, file).kept.length > 0);
}

function isSame(a: UndoableFile, b: UndoableFile): boolean {
  return absoluteKept(a.now) === absoluteKept(b.now);
}

function nameOf({ record }: Undoable, file: UndoableFile | undefined): string {
  return visibleLine(file === undefined ? record.header.title : file.now.path);
}

/** Shows that it goes on where it takes long, and lets you stop it between two changes. */
export async function workShown<T>(
  title: string,
  begin: (signal: AbortSignal) => Promise<T>,
  ask: Pick<AskUser, 'wait'>,
): Promise<T> {
  const stop = new AbortController();
  const work = begin(stop.signal);
  const isQuick = await Promise.race([
    work.then(() => true),
    new Promise<false>(resolve => setTimeout(resolve, 500, false)),
  ]);
  if (!isQuick)
    await ask.wait(title, signal => {
      onceAborted(signal, () => stop.abort());
      return work;
    });
  return work;
}

async function turnNow({ record }: Undoable, turns: TurnUndo): Promise<Undoable | undefined> {
  return (await turns.ofTurns()).find(each => each.record.id === record.id);
}
