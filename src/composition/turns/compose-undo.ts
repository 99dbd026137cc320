import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { endOf } from '../../converser/words/canister/canister.ts';
import { closingOf, isInterruption } from '../../converser/words/canister/interruption.ts';
import { locateAbsolute, shownPath } from '../../converser/words/workspace/paths.ts';
import type { Workspace } from '../../converser/words/workspace/workspace.ts';
import { createReviewing } from '../../ensembles/workspace/proposal/reviewing.ts';
import type { Converser } from '../../house/create-converser.ts';
import { grow } from '../../store/versions.ts';
import type { AskUser } from '../../vscode/common/ask-in-vscode.ts';
import { commands } from '../../vscode/common/contributions.ts';
import { showFailure } from '../../vscode/common/show-failure.ts';
import type { Commands } from '../../vscode/common/vscode-command.ts';
import { splitTurns } from '../../vscode/sidebar/history/split-turns.ts';
import { createVersionWalk, type VersionWalk } from '../../vscode/undo/go-to-version.ts';
import { createKeptChoices } from '../../vscode/undo/kept-choices.ts';
import { createKeptFiles } from '../../vscode/undo/kept-files.ts';
import { goOnWithUndos, offerUndoAfterCrash } from '../../vscode/undo/offer-after-crash.ts';
import { createReview, type Review } from '../../vscode/undo/review.ts';
import { createShownTurns } from '../../vscode/undo/show-changes.ts';
import { createTurnChanges, type TurnChanges } from '../../vscode/undo/turn-changes.ts';
import { type ChangesPage, serveTurnFiles } from '../../vscode/undo/turn-files.ts';
import { undoCommands } from '../../vscode/undo/undo-commands.ts';
import { type UndoTurnPorts, undoTurn } from '../../vscode/undo/undo-turn.ts';
import type { UndoableConversations } from '../../vscode/undo/undoable-conversations.ts';
import type { Pages } from '../compose-pages.ts';
import type { VscodeStorage } from '../vscode-ports.ts';
import { composeMarks, type Marks } from './compose-marks.ts';

export interface UndoInVscode extends Disposable {
  readonly changes: TurnChanges;
  connect(
    each: (serve: (page: ChangesPage) => Disposable) => void,
    ask: AskUser,
    conversations: UndoableConversations,
  ): { readonly walk: VersionWalk } & Pick<Marks, 'marked' | 'commands'> & Pick<Review, 'compare'>;
}

export function composeUndo(
  { undo, proposals, host }: Pick<Converser, 'undo' | 'proposals' | 'host'>,
  { workspaceState, workspace }: Pick<VscodeStorage, 'workspaceState'> & { readonly workspace: Workspace },
): UndoInVscode {
  const { log } = host;
  const { turns, records } = undo;
  const choices = createKeptChoices(workspaceState);
  const changes = createTurnChanges({ turns, choices, proposals, log });
  const schemeOf = (name: string) => host.ids.next(name).toLowerCase();
  const kept = createKeptFiles(records, schemeOf('converser-kept'));
  const following = undo.onDidEnd(() => void changes.refresh());
  const onFailure = (cause: unknown) => showFailure(cause, log);
  const shown = createShownTurns({ kept, changes, onFailure });
  let marks: Marks | undefined;
  let review: Review | undefined;
  return {
    changes,
    connect(each, ask, conversations) {
      const undoRest: UndoTurnPorts['undoRest'] = async (...given) => marks?.undoRest(...given);
      const both = { conversations, ask, onUndone: changes.refresh, undoRest };
      const reviewing = createReviewing({ ...undo, proposals, workspace });
      const scheme = schemeOf('converser-proposal');
      review = createReview({ reviewing, workspace, turns, choices, conversations, scheme });
      const ports = { turns, kept, choices, log, shown, review, ...both };
      each(page => serveTurnFiles(page, ports));
      marks = composeMarks({
        ...ports,
        ...{ changes, workspaceState, onFailure, onDecided: changes.refresh },
        scheme: schemeOf('converser-base'),
        undoFile: (turn, file) => undoTurn(turn, ports, file),
      });
      const walk = createVersionWalk({
        ...ports,
        ...{ versions: undo.versions, proposals },
        shown: place => nameIn(workspace, place),
      });
      void changes.refresh();
      void goOnWithUndos(ports)
        .then(() => walk.goOn())
        .then(() => offerUndoAfterCrash(ports, workspaceState))
        .catch(onFailure);
      return {
        walk,
        compare: review.compare,
        marked: marks.marked,
        commands: {
          ...undoCommands(ports),
          ...reviewedFirst(marks.commands, { review, refresh: changes.refresh }),
        },
      };
    },
    dispose() {
      following.dispose();
      marks?.dispose();
      review?.dispose();
      shown.dispose();
      changes.dispose();
      kept.dispose();
    },
  };
}

/** The same commands, keys and words serve what waits and what is on the disk already. */
function reviewedFirst(
  marks: Commands,
  { review, refresh }: { readonly review: Review; readonly refresh: () => Promise<void> },
): Commands {
  const first = (name: string, kept: boolean, what: 'change' | 'file'): Commands => ({
    async [name](...given) {
      if (await review.decideHere(given[0], { kept, what })) await refresh();
      else await marks[name]?.(...given);
    },
  });
  return {
    ...marks,
    ...first(commands.keepChange, true, 'change'),
    ...first(commands.undoChange, false, 'change'),
    ...first(commands.keepFile, true, 'file'),
    ...first(commands.undoFile, false, 'file'),
  };
}

function nameIn({ roots }: Workspace, absolute: string): string {
  const place = locateAbsolute(absolute, roots);
  return place === undefined ? absolute : shownPath(place, roots);
}

export function undoableIn({ store, pool }: Pick<Pages, 'store' | 'pool'>): UndoableConversations {
  return {
    isRunning: id => pool.allRunning.includes(id),
    wayTo: async (conversationId, to) => ({
      ...{ conversationId, to },
      ...grow(await store.records(conversationId)).wayTo(to),
    }),
    async goTo(id, canister) {
      await store.goTo(id, canister);
      await pool.refresh(id);
    },
    async wasCutOff(conversationId, turnId) {
      const turn = splitTurns(await store.load(conversationId)).find(([first]) => first?.id === turnId);
      const last = endOf(turn ?? []);
      if (turn === undefined || last === undefined) return false;
      // The turn gets its end when the conversation is opened again.
      return isInterruption(last) ? last.interrupted.kind === 'reload' : closingOf(turn) !== undefined;
    },
    async setUndone({ conversationId, ...turn }) {
      if ((await store.load(conversationId)).length === 0) return;
      await store.setUndone(conversationId, turn);
      await pool.refresh(conversationId);
    },
  };
}
