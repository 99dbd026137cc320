import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { absoluteKept } from '../../converser/words/workspace/kept-place.ts';
import { absolutePath } from '../../converser/words/workspace/paths.ts';
import type { Undoable } from '../../ensembles/workspace/journal/undoable.ts';
import type { ProposedFile } from '../../ensembles/workspace/proposal/proposals.ts';
import type { FromPage, SidebarChangedFile, ToPage } from '../../sidebar/protocol.ts';
import { showFailure } from '../common/show-failure.ts';
import type { Review } from './review.ts';
import { type UndoTurnPorts, undoTurn } from './undo-turn.ts';

export type ChangesMessage = Extract<
  FromPage,
  { readonly type: 'list-changes' | 'undo-file' | 'keep-file' | 'show-file' | 'keep-turn' }
>;

export interface ChangesPage {
  onMessage(listener: (message: FromPage) => void): Disposable;
  post(message: ToPage): void;
}

export interface TurnFilesPorts extends UndoTurnPorts {
  readonly review: Review;
}

const mostFiles = 200;

export function serveTurnFiles(page: ChangesPage, ports: TurnFilesPorts): Disposable {
  const { review } = ports;
  const act = async (message: FromPage): Promise<void> => {
    if (!isAboutFiles(message)) return;
    const waiting = review.ofTurn(message.turn);
    if (message.type === 'keep-turn') return keepAll(waiting, ports);
    const turns = await ports.turns.ofTurns(message.turn);
    if (message.type === 'list-changes') {
      const rows = await Promise.all(turns.map(turn => filesOf(turn, ports)));
      const files = [...(await review.rows(waiting.slice(0, mostFiles))), ...rows.flat()];
      const all = turns.reduce((sum, turn) => sum + turn.files.length, waiting.length);
      page.post({ type: 'changes', turn: message.turn, files, more: all - files.length });
      return;
    }
    const proposed = waiting.find(({ place }) => absolutePath(place) === message.place);
    if (proposed !== undefined) return decide(message, proposed, ports);
    // The page may have been tampered with: it names files, and the record says which there are.
    for (const turn of turns) {
      const file = turn.files.find(({ now }) => absoluteKept(now) === message.place);
      if (file === undefined) continue;
      if (message.type === 'show-file') await ports.shown.show({ ...turn, files: [file] });
      else if (message.type === 'undo-file') await undoTurn(turn, ports, file);
      else {
        await ports.choices.set(turn.record.id, file, message.kept);
        await ports.onUndone();
      }
      return;
    }
  };
  return page.onMessage(message => void act(message).catch(cause => showFailure(cause, ports.log)));
}

async function keepAll(files: readonly ProposedFile[], { review, onUndone }: TurnFilesPorts): Promise<void> {
  await review.keep(files);
  await onUndone();
}

async function decide(
  { type }: Exclude<ChangesMessage, { readonly type: 'list-changes' | 'keep-turn' }>,
  file: ProposedFile,
  ports: TurnFilesPorts,
): Promise<void> {
  if (type === 'show-file') return ports.review.show([file]);
  if (type === 'keep-file') return keepAll([file], ports);
  await ports.review.discard([file]);
}

function isAboutFiles(message: FromPage): message is ChangesMessage {
  return ['list-changes', 'undo-file', 'keep-file', 'show-file', 'keep-turn'].includes(message.type);
}

async function filesOf(
  turn: Undoable,
  { turns, choices }: UndoTurnPorts,
): Promise<readonly SidebarChangedFile[]> {
  const described = await turns.describe(turn, mostFiles);
  return described.map(({ file, shown, ...rest }) => ({
    ...rest,
    place: absoluteKept(file.now),
    path: shown,
    state: file.isUndone ? 'undone' : choices.isKept(turn.record.id, file) ? 'kept' : 'changed',
  }));
}
