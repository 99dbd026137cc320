import * as vscode from 'vscode';
import type { FromPage } from '../../sidebar/protocol.ts';
import { answerCommand } from '../activation-ids.ts';
import { commands, turnCommands } from '../common/contributions.ts';
import { writeSettings } from '../common/vscode-settings.ts';
import { chosenServer } from '../models/chosen-model.ts';
import type { PermissionQuestions, ServerQuestions } from '../questions/open-questions.ts';
import type { ChangesMessage } from '../undo/turn-files.ts';
import type { CodeMessage } from './code-actions.ts';
import type { SidebarConversation } from './conversation/sidebar-conversation.ts';
import { openLink } from './open-link.ts';
import type { RequestMessage } from './request-documents.ts';

export interface PageActionsPorts {
  readonly conversation: SidebarConversation;
  readonly questions: PermissionQuestions;
  readonly requests: ServerQuestions;
}

type Actions = {
  readonly [Type in Exclude<FromPage, CodeMessage | ChangesMessage | RequestMessage>['type']]: (
    message: Extract<FromPage, { readonly type: Type }>,
  ) => unknown;
};

export type ViewActions = Pick<
  Actions,
  | 'send'
  | 'send-now'
  | 'retry-turn'
  | 'compare-answers'
  | 'take-back'
  | 'add-context'
  | 'complete'
  | 'read-attachments'
  | 'hold'
  | 'mention'
  | 'pick-files'
  | 'read-window'
  | 'read-turns'
  | 'read-matches'
>;

export function pageActions(
  own: ViewActions,
  { conversation, questions, requests }: PageActionsPorts,
): (message: FromPage) => Promise<void> {
  const run = vscode.commands.executeCommand;
  const { choose, chosen } = choices();
  const actions: Actions = {
    ...own,
    ready: () => undefined,
    focused: () => undefined,
    send: async message => {
      await chosen();
      await own.send(message);
    },
    stop: () => conversation.shown.stop(),
    'stop-after-round': ({ stops }) => conversation.shown.stopAfterRound(stops),
    'declare-clean': () => run(commands.declareClean),
    'stop-recording': () => run(commands.stopRecording),
    'undo-turn': ({ turn }) => run(commands.undoTurn, turn),
    'show-changes': ({ turn }) => run(commands.showTurnChanges, turn),
    'take-back-compaction': ({ id, takenBack }) => conversation.takeBackCompaction(id, takenBack),
    'edit-message': ({ turn }) => conversation.edit(turn),
    'restore-turn': ({ turn }) => run(turnCommands.restore, turn),
    'bring-back': () => run(turnCommands.bringBack),
    'show-version': ({ turn, step }) => run(turnCommands.bringBack, conversation.versionBeside(turn, step)),
    pin: ({ id, pinned }) => conversation.pin(id, pinned),
    'choose-model': ({ reference }) => choose(writeSettings.model(reference)),
    'choose-effort': ({ effort }) => conversation.chooseEffort(effort === 'usual' ? undefined : effort),
    'choose-mode': ({ name }) => conversation.chooseMode(name),
    'connect-to-models': () => run(commands.connectToModels),
    compact: ({ result }) => run(commands.compactConversation, result),
    'new-conversation': () => run(commands.newConversation),
    'set-key': async ({ again, turn }) => {
      if ((await run(commands.setApiKey, chosenServer())) !== true) return;
      await (turn
        ? own['retry-turn']({ type: 'retry-turn', turn })
        : own.send({ type: 'send', text: again }));
    },
    'open-conversation': ({ id }) => run(commands.openConversation, id, true),
    'enable-ensemble': ({ name, enabled }) => choose(writeSettings.ensembleChoice(name, enabled)),
    'enable-invoker': ({ fullName, enabled }) => conversation.setOffered(fullName, enabled),
    'approve-server': ({ name }) => run(commands.manageMcpServer, name, 'approve'),
    answer: ({ questionId, answer }) => questions.answer(questionId, answer),
    'answer-request': ({ requestId, answer }) => requests.answer(requestId, answer),
    attach: ({ template }) => run(commands.attachMcpResource, { surface: 'sidebar', template }),
    'open-link': ({ href }) => openLink(href),
    copy: ({ text }) => vscode.env.clipboard.writeText(text),
    'show-change': ({ questionId }) => run(answerCommand, questionId, 'change'),
    'show-log': () => run(commands.showLog),
  };
  return async message => {
    // The table has an action of the right type for each of its messages, which TypeScript cannot see across the lookup.
    const act = (actions as Partial<Record<FromPage['type'], (message: FromPage) => unknown>>)[message.type];
    await act?.(message);
  };
}

/** VS Code takes its time to write a setting, and a message that you send right after a choice counts on it. */
function choices() {
  const beingWritten = new Set<Thenable<void>>();
  return {
    async choose(written: Thenable<void>): Promise<void> {
      beingWritten.add(written);
      try {
        await written;
      } finally {
        beingWritten.delete(written);
      }
    },
    chosen: () => Promise.allSettled(beingWritten),
  };
}
