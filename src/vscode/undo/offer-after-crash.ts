import type * as vscode from 'vscode';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import { undoNote } from '../../ensembles/workspace/journal/undo-note.ts';
import type { Undoable } from '../../ensembles/workspace/journal/undoable.ts';
import { inform, warn } from '../common/notices.ts';
import { type UndoTurnPorts, undoTurn } from './undo-turn.ts';

interface Sources {
  readonly turns: Pick<UndoTurnPorts['turns'], 'ofTurns'>;
  readonly conversations: Pick<UndoTurnPorts['conversations'], 'wasCutOff'>;
}

type Remembered = Pick<vscode.Memento, 'update'> & { get(key: string): unknown };

const key = 'converser.offeredUndo';

/** Resolves once you have answered. */
export async function offerUndoAfterCrash(ports: UndoTurnPorts, remembered: Remembered): Promise<void> {
  const turn = await turnToOffer(ports, remembered);
  if (turn === undefined) return;
  const [undo, show] = ['Undo Turn', 'Show Changes'];
  const count = countText(turn.files.length, 'file');
  const pressed = await warn(`Converser was closed while a turn changed ${count}.`, undo, show, 'Keep');
  if (pressed === undo) await undoTurn(turn, ports);
  else if (pressed === show) await ports.shown.show(turn);
}

/** Undos that were killed go on by themselves, as you have asked for them. */
export async function goOnWithUndos({ turns, conversations, onUndone }: UndoTurnPorts): Promise<void> {
  const gone = await turns.goOn(new AbortController().signal);
  if (gone.length === 0) return;
  const found = await turns.ofTurns();
  for (const { conversationId, turnId } of gone.map(({ record }) => record.header)) {
    const turn = found.find(({ record }) => record.header.turnId === turnId);
    if (turnId !== undefined && turn !== undefined)
      await conversations.setUndone({ conversationId, turnId, ...undoNote(turn) });
  }
  await onUndone();
  const titles = gone.map(({ record }) => `“${visibleLine(record.header.title)}”`).join(', ');
  const show = gone.every(({ outcome }) => outcome.isWhole) ? inform : warn;
  void show(`Converser was closed while it undid ${titles}, and has now gone on.`);
}

/** Each turn is offered once. */
export async function turnToOffer(
  { turns, conversations }: Sources,
  remembered: Remembered,
): Promise<Undoable | undefined> {
  const [turn] = await turns.ofTurns();
  if (turn === undefined || turn.isUndone || turn.files.length === 0) return undefined;
  const { record } = turn;
  const { conversationId, turnId } = record.header;
  if (turnId === undefined || remembered.get(key) === record.id) return undefined;
  if (!(await conversations.wasCutOff(conversationId, turnId))) return undefined;
  await remembered.update(key, record.id);
  return turn;
}
