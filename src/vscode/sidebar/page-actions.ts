import * as vscode from 'vscode';
import type { FromPage } from '../../sidebar/protocol.ts';
import type { CodeUse } from '../code/code-use.ts';
import { chosenServer } from '../models/chosen-model.ts';
import type { PermissionQuestions, ServerQuestions } from '../questions/open-questions.ts';
import { commands } from '../window/contributions.ts';
import { writeSettings } from '../window/settings.ts';
import type { SidebarConversation } from './conversation/sidebar-conversation.ts';
import { openLink } from './open-link.ts';

export interface PageActionsOptions {
  readonly conversation: SidebarConversation;
  readonly questions: PermissionQuestions;
  readonly requests: ServerQuestions;
  readonly send: (text: string) => Promise<void>;
  readonly takeBack: (queued: string) => void;
  readonly addContext: () => Promise<void>;
  readonly complete: (request: number, text: string) => Promise<void>;
  readonly readTurns: (from: number, to: number) => void;
  readonly find: (request: number, text: string) => Promise<void>;
  readonly code: CodeUse;
}

type Actions = {
  readonly [Type in FromPage['type']]: (message: Extract<FromPage, { readonly type: Type }>) => unknown;
};

/** What each message of the page makes happen. */
export function pageActions(options: PageActionsOptions): (message: FromPage) => Promise<void> {
  const { conversation, questions, requests, send, takeBack, addContext, complete, code, readTurns, find } =
    options;
  const run = vscode.commands.executeCommand;
  const { choose, chosen } = choices();
  const actions: Actions = {
    ready: () => undefined,
    send: async ({ text }) => {
      await chosen();
      await send(text);
    },
    stop: () => conversation.stop(),
    'take-back': ({ id }) => takeBack(id),
    'add-context': addContext,
    'choose-model': ({ reference }) => choose(writeSettings.model(reference)),
    'connect-to-models': () => run(commands.connectToModels),
    'set-key': () => run(commands.setApiKey, chosenServer()),
    'enable-ensemble': ({ name, enabled }) => choose(writeSettings.ensembleChoice(name, enabled)),
    'enable-invoker': ({ fullName, enabled }) => conversation.setOffered(fullName, enabled),
    'approve-server': ({ name }) => run(commands.approveMcpServer, name),
    answer: ({ questionId, answer }) => questions.answer(questionId, answer),
    'answer-request': ({ requestId, answer }) => requests.answer(requestId, answer),
    complete: ({ request, text }) => complete(request, text),
    'read-turns': ({ from, to }) => readTurns(from, to),
    'read-matches': ({ request, text }) => find(request, text),
    attach: ({ template }) => run(commands.attachMcpResource, { surface: 'sidebar', template }),
    'open-link': ({ href }) => openLink(href),
    'insert-code': message => code.insert(message.code, message.language),
    'show-diagram': message => code.showDiagram(message.code),
    'apply-code': message => code.apply(message),
    copy: ({ text }) => vscode.env.clipboard.writeText(text),
    'show-log': () => run(commands.showLog),
  };
  return async message => {
    // The table has an action of the right type for every message, which TypeScript cannot see across the lookup.
    const act = actions[message.type] as (message: FromPage) => unknown;
    await act(message);
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
