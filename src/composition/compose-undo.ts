import type { Disposable } from '../converser/async/listeners.ts';
import type { Host } from '../converser/host.ts';
import type { Journal } from '../converser/trust/journal.ts';
import { createDiskJournal } from '../ensembles/workspace/journal/disk-journal.ts';
import { createTurnUndo } from '../ensembles/workspace/journal/turn-undo.ts';
import { createKeptFiles } from '../vscode/undo/kept-files.ts';
import { showUnsaved } from '../vscode/undo/show-unsaved.ts';
import { createTurnChanges, type TurnChanges, tellingEnds } from '../vscode/undo/turn-changes.ts';
import { undoCommands } from '../vscode/undo/undo-commands.ts';
import type { UndoableConversations } from '../vscode/undo/undoable-conversations.ts';
import type { AskUser } from '../vscode/window/ask-user.ts';
import type { Commands } from '../vscode/window/command.ts';
import type { VscodeWorkspace } from '../vscode/workspace/vscode-workspace.ts';
import type { Sidebar } from './compose-surfaces.ts';
import type { VscodeStorage } from './vscode-ports.ts';

export interface UndoInVscode extends Disposable {
  readonly journal: Journal;
  readonly changes: TurnChanges;
  commands(ask: AskUser, conversations: UndoableConversations): Commands;
}

export interface UndoSources {
  readonly workspace: VscodeWorkspace;
  readonly storage: Pick<VscodeStorage, 'globalFolder'>;
  readonly host: Pick<Host, 'clock' | 'log' | 'ids'>;
}

/** Keeps what turns change in this window's folders on the disk, and takes it back. */
export function composeUndo({ workspace, storage, host }: UndoSources): UndoInVscode {
  const { clock, log } = host;
  const roots = () => workspace.roots.filter(root => workspace.isOnDisk({ root, path: '' }));
  const journal = createDiskJournal({
    folder: `${storage.globalFolder.fsPath}/undo`,
    roots: () => roots().map(({ path }) => path),
    clock,
    log,
    isOnDisk: workspace.isOnDisk,
    unsaved: () => workspace.unsaved(),
  });
  const turns = createTurnUndo({
    journal,
    log,
    roots,
    unsaved: () => workspace.unsaved(),
    showUnsaved: (place, text) => showUnsaved(workspace.uriOf(place), text),
  });
  const changes = createTurnChanges(turns, log);
  const kept = createKeptFiles(journal, host.ids.next('converser-kept').toLowerCase());
  return {
    journal: tellingEnds(journal, () => void changes.refresh()),
    changes,
    commands: (ask, conversations) =>
      undoCommands({ turns, kept, conversations, ask, log, onUndone: changes.refresh }),
    dispose() {
      changes.dispose();
      kept.dispose();
    },
  };
}

/** The conversations of the sidebar, and those that are stored beside them. */
export function undoableIn({
  store,
  conversation,
}: Pick<Sidebar, 'store' | 'conversation'>): UndoableConversations {
  return {
    isRunning: id => conversation.allRunning.includes(id),
    async setUndone({ conversationId, ...turn }) {
      if ((await store.load(conversationId)).length === 0) return;
      await store.setUndone(conversationId, turn);
      await conversation.refresh(conversationId);
    },
  };
}
