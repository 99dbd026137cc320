import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { absoluteKept } from '../../converser/words/workspace/kept-place.ts';
import type { Undoable } from '../../ensembles/workspace/journal/undoable.ts';
import type { FromPage, SidebarChangedFile, ToPage } from '../../sidebar/protocol.ts';
import { showFailure } from '../common/show-failure.ts';
import { type UndoTurnPorts, undoTurn } from './undo-turn.ts';

export type ChangesMessage = Extract<
  FromPage,
  { readonly type: 'list-changes' | 'undo-file' | 'keep-file' | 'show-file' }
>;

export interface ChangesPage {
  onMessage(listener: (message: FromPage) => void): Disposable;
  post(message: ToPage): void;
}

const mostFiles = 200;

export function serveTurnFiles(page: ChangesPage, ports: UndoTurnPorts): Disposable {
  const act = async (message: FromPage): Promise<void> => {
    if (!isAboutFiles(message)) return;
    const turn = await findTurn(message.turn, ports);
    if (turn === undefined) return;
    if (message.type === 'list-changes') {
      const files = await filesOf(turn, ports);
      page.post({ type: 'changes', turn: message.turn, files, more: turn.files.length - files.length });
      return;
    }
    // The page may have been tampered with: it names files, and the record says which there are.
    const file = turn.files.find(({ now }) => absoluteKept(now) === message.place);
    if (file === undefined) return;
    if (message.type === 'show-file') await ports.shown.show({ ...turn, files: [file] });
    else if (message.type === 'undo-file') await undoTurn(turn, ports, file);
    else {
      await ports.choices.set(turn.record.id, file, message.kept);
      await ports.onUndone();
    }
  };
  return page.onMessage(message => void act(message).catch(cause => showFailure(cause, ports.log)));
}

function isAboutFiles(message: FromPage): message is ChangesMessage {
  return ['list-changes', 'undo-file', 'keep-file', 'show-file'].includes(message.type);
}

async function findTurn(turnId: string, { turns }: UndoTurnPorts): Promise<Undoable | undefined> {
  return (await turns.records()).find(
    ({ record: { header } }) => header.turnId === turnId && header.undoes === undefined,
  );
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
