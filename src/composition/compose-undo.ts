import type { Disposable } from '../converser/async/listeners.ts';
import { endOf } from '../converser/canister/canister.ts';
import { closingOf, isInterruption } from '../converser/canister/interruption.ts';
import type { Host } from '../converser/host.ts';
import type { ContentLabels } from '../converser/labels/content-labels.ts';
import type { Journal } from '../converser/trust/journal.ts';
import { createDiskJournal } from '../ensembles/workspace/journal/disk-journal.ts';
import { createTurnUndo } from '../ensembles/workspace/journal/turn-undo.ts';
import { splitTurns } from '../vscode/sidebar/history/split-turns.ts';
import { editorSaves } from '../vscode/undo/editor-saves.ts';
import { createKeptChoices } from '../vscode/undo/kept-choices.ts';
import { createKeptFiles } from '../vscode/undo/kept-files.ts';
import { offerUndoAfterCrash } from '../vscode/undo/offer-after-crash.ts';
import { showUnsaved } from '../vscode/undo/show-unsaved.ts';
import { createTurnChanges, type TurnChanges, tellingEnds } from '../vscode/undo/turn-changes.ts';
import { type ChangesPage, serveTurnFiles } from '../vscode/undo/turn-files.ts';
import { undoCommands } from '../vscode/undo/undo-commands.ts';
import type { UndoableConversations } from '../vscode/undo/undoable-conversations.ts';
import type { AskUser } from '../vscode/window/ask-user.ts';
import type { Commands } from '../vscode/window/command.ts';
import { showFailure } from '../vscode/window/show-failure.ts';
import type { VscodeWorkspace } from '../vscode/workspace/vscode-workspace.ts';
import type { Sidebar } from './compose-surfaces.ts';
import type { VscodeStorage } from './vscode-ports.ts';

export interface UndoInVscode extends Disposable {
  readonly journal: Journal;
  readonly changes: TurnChanges;
  /** Serves the sidebar's page, and returns the commands. */
  connect(page: ChangesPage, ask: AskUser, conversations: UndoableConversations): Commands;
}

export interface UndoSources {
  readonly workspace: VscodeWorkspace;
  readonly storage: Pick<VscodeStorage, 'globalFolder' | 'workspaceState'>;
  readonly labels: ContentLabels;
  readonly host: Pick<Host, 'clock' | 'log' | 'ids'>;
}

/** Keeps what turns change in this window's folders on the disk, and takes it back. */
export function composeUndo({ workspace, labels, storage, host }: UndoSources): UndoInVscode {
  const { clock, log } = host;
  const roots = () => workspace.roots.filter(root => workspace.isOnDisk({ root, path: '' }));
  const journal = createDiskJournal({
    folder: `${storage.globalFolder.fsPath}/undo`,
    roots: () => roots().map(({ path }) => path),
    clock,
    log,
    isOnDisk: workspace.isOnDisk,
    unsaved: () => workspace.unsaved(),
    saves: editorSaves,
    labels,
  });
  const turns = createTurnUndo({
    journal,
    log,
    roots,
    unsaved: () => workspace.unsaved(),
    showUnsaved: (place, text) => showUnsaved(workspace.uriOf(place), text),
  });
  const choices = createKeptChoices(storage.workspaceState);
  const changes = createTurnChanges({ turns, choices, log });
  const kept = createKeptFiles(journal, host.ids.next('converser-kept').toLowerCase());
  let serving: Disposable | undefined;
  return {
    journal: tellingEnds(journal, () => void changes.refresh()),
    changes,
    connect(page, ask, conversations) {
      const ports = { turns, kept, choices, conversations, ask, log, onUndone: changes.refresh };
      serving = serveTurnFiles(page, ports);
      void offerUndoAfterCrash(ports, storage.workspaceState).catch(cause => showFailure(cause, log));
      return undoCommands(ports);
    },
    dispose() {
      serving?.dispose();
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
    async wasCutOff(conversationId, turnId) {
      const turn = splitTurns(await store.load(conversationId)).find(([first]) => first?.id === turnId);
      const last = endOf(turn ?? []);
      if (turn === undefined || last === undefined) return false;
      // It gets its end when the conversation is opened again.
      return isInterruption(last) ? last.interrupted.kind === 'reload' : closingOf(turn) !== undefined;
    },
    async setUndone({ conversationId, ...turn }) {
      if ((await store.load(conversationId)).length === 0) return;
      await store.setUndone(conversationId, turn);
      await conversation.refresh(conversationId);
    },
  };
}
