import type * as vscode from 'vscode';
import { countText } from '../../converser/ground/wording/numbers.ts';
import type { Undoable } from '../../ensembles/workspace/journal/undoable.ts';
import { warn } from '../common/notices.ts';
import { showChanges } from './show-changes.ts';
import { type UndoTurnPorts, undoTurn } from './undo-turn.ts';

interface Sources {
  readonly turns: Pick<UndoTurnPorts['turns'], 'records'>;
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
  else if (pressed === show) await showChanges(turn, ports.kept);
}

/** Each turn is offered once. */
export async function turnToOffer(
  { turns, conversations }: Sources,
  remembered: Remembered,
): Promise<Undoable | undefined> {
  const turn = (await turns.records()).find(({ record }) => record.header.undoes === undefined);
  if (turn === undefined || turn.isUndone || turn.files.length === 0) return undefined;
  const { record } = turn;
  const { conversationId, turnId } = record.header;
  if (turnId === undefined || remembered.get(key) === record.id) return undefined;
  if (!(await conversations.wasCutOff(conversationId, turnId))) return undefined;
  await remembered.update(key, record.id);
  return turn;
}
