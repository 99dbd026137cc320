import * as vscode from 'vscode';
import type { Vouching } from '../../converser/call/caution/caution.ts';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Log } from '../../converser/ground/ports.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { mcpEnsembles } from '../../ensembles/mcp/ensemble/mcp-ensembles.ts';
import type { SidebarRecent } from '../../sidebar/protocol.ts';
import type { MessageAttachments } from '../attachments/message-attachments.ts';
import { showFailure } from '../common/show-failure.ts';
import type { MessageReferences } from '../mcp/references/message-references.ts';
import type { AvailableModels } from '../models/available-models.ts';
import type { PermissionQuestions, ServerQuestions } from '../questions/open-questions.ts';
import type { VersionWalk } from '../undo/go-to-version.ts';
import { addContext } from './add-context.ts';
import { commandMeantBy, completeMessage, type MessageSkills, modeEntered } from './complete-message.ts';
import { type Composing, createComposing } from './composing.ts';
import type { AnswersBeside } from './conversation/answers-beside.ts';
import type { LiveConversation } from './conversation/live-conversation.ts';
import type { MessageSending, SentHow } from './conversation/message-sending.ts';
import type { SidebarConversation } from './conversation/sidebar-conversation.ts';
import { heldIn, sentBefore, type WrittenMessage } from './conversation/written-message.ts';
import type { HistorySearch } from './history/history-search.ts';
import { turnIn } from './history/split-turns.ts';
import { readTurns, TurnHistory } from './history/turn-history.ts';
import { mayReplace } from './may-replace.ts';
import { createWindowMeasuring } from './measure-window.ts';
import { pageActions, type ViewActions } from './page-actions.ts';
import { keepPageUpToDate, type PageUpdates } from './page-updates.ts';
import type { SidebarPage } from './sidebar-page.ts';
import type { SidebarStateOptions } from './sidebar-state.ts';

export interface SidebarViewPorts {
  readonly page: SidebarPage;
  readonly conversation: SidebarConversation;
  readonly sending: MessageSending;
  readonly roster: EnsembleRoster;
  readonly models: AvailableModels;
  readonly references: MessageReferences;
  readonly skills: MessageSkills;
  readonly attachments: MessageAttachments;
  readonly changes: SidebarStateOptions['changes'];
  readonly beside: AnswersBeside;
  readonly leave: VersionWalk['leave'];
  readonly recorder: SidebarStateOptions['recorder'];
  /** Contract: never rejects. */
  readonly readRecent: () => Promise<readonly SidebarRecent[]>;
  readonly vouching: Vouching;
  readonly waiting: { readonly questions: PermissionQuestions; readonly requests: ServerQuestions };
}

export class SidebarView implements Disposable {
  readonly #ports: SidebarViewPorts;
  readonly #log: Log;
  readonly #updates: PageUpdates;
  readonly #history: TurnHistory;
  #search: HistorySearch | undefined;
  readonly #returning: Disposable;
  #completing = new AbortController();
  readonly #composing: Composing;

  constructor(ports: SidebarViewPorts, log: Log) {
    const {
      page,
      conversation,
      sending,
      roster,
      models,
      attachments,
      changes,
      beside,
      recorder,
      readRecent,
      vouching,
      waiting,
    } = ports;
    this.#ports = ports;
    this.#log = log;
    const history = new TurnHistory(conversation);
    this.#history = history;
    this.#updates = keepPageUpToDate(page, {
      conversation,
      history,
      changes,
      beside,
      recorder,
      readRecent,
      vouching,
      roster,
      models,
      ...waiting,
    });
    this.#returning = conversation.onDidChange(() => this.#showReturned());
    this.#composing = createComposing({
      ...{ page, attachments },
      held: () => heldIn(turnIn(conversation.shown, conversation.editing?.turn ?? '')),
    });
    const own: ViewActions = {
      ...this.#composing.actions,
      send: ({ text, now }) => this.send(text, now),
      'send-now': ({ id }) => sending.sendNow(id, conversation.shown),
      'retry-turn': ({ turn }) => this.retry(turn),
      'compare-answers': ({ conversation: other }) => beside.compare(conversation.id, other),
      'take-back': ({ id }) => {
        const text = conversation.shown.queue.take(id);
        if (text !== undefined) page.add(text);
      },
      'add-context': () => addContext({ page, attachments, hasServers: mcpEnsembles(roster).length > 0 }),
      complete: ({ request, text }) => this.#complete(request, text),
      'read-window': createWindowMeasuring({ conversation, models, page }),
      'read-turns': ({ from, to }) => page.post(readTurns(history, from, to)),
      'read-matches': ({ request, text }) => this.#find(request, text),
    };
    const act = pageActions(own, { conversation, ...waiting });
    page.onMessage(message => void act(message).catch(cause => showFailure(cause, this.#log)));
  }

  refresh(): void {
    this.#updates.refresh();
  }

  async send(text: string, now = false): Promise<void> {
    const command = commandMeantBy(text);
    const { conversation, sending } = this.#ports;
    const { shown, editing } = conversation;
    if (command !== undefined) return void (await vscode.commands.executeCommand(command));
    const entered = modeEntered(text);
    if (entered !== undefined) conversation.chooseMode(entered.mode);
    if (entered?.rest === '') return;
    if (entered !== undefined) return this.send(entered.rest, now);
    if (editing === undefined || shown.running) return sending.send(text, shown, now);
    conversation.edit(undefined);
    const message = sending.written(text, turnIn(shown, editing.turn));
    await this.#sendInstead(message, shown, { insteadOf: editing.turn });
  }

  async retry(turn: string, model?: Model): Promise<void> {
    const { shown } = this.#ports.conversation;
    const canisters = turnIn(shown, turn);
    if (canisters.length > 0)
      await this.#sendInstead(sentBefore(canisters), shown, defined({ insteadOf: turn, model }));
  }

  async #sendInstead(
    message: WrittenMessage,
    conversation: LiveConversation,
    how: SentHow & { readonly insteadOf: string },
  ): Promise<void> {
    if (conversation.running) return;
    const takeBack = await mayReplace(how.insteadOf, conversation, this.#ports);
    if (takeBack === undefined) return conversation.giveBack([message.text]);
    await this.#ports.sending.sendInTurn(message, conversation, how);
    if (turnIn(conversation, how.insteadOf).length > 0) await takeBack();
  }

  async retryBeside(turn: string): Promise<void> {
    const { beside, sending, conversation: own } = this.#ports;
    const begun = await beside.begin(turn, own.shown);
    if (begun === undefined) return;
    const { message, conversation, model } = begun;
    await sending.sendInTurn(message, conversation, { model });
    await beside.ended(begun);
  }

  #showReturned(): void {
    const { conversation, page } = this.#ports;
    for (const text of conversation.shown.takeReturned()) page.add(text);
  }

  dispose(): void {
    this.#updates.dispose();
    this.#returning.dispose();
    this.#ports.page.dispose();
    this.#completing.abort();
    this.#composing.dispose();
    this.#search?.dispose();
  }

  async #find(request: number, text: string): Promise<void> {
    const { HistorySearch } = await import('./history/history-search.ts');
    this.#search ??= new HistorySearch(this.#history);
    const found = await this.#search.find(request, text);
    if (found !== undefined) this.#ports.page.post(found);
  }

  /** Typing on makes an earlier search for completions pointless. */
  async #complete(request: number, before: string): Promise<void> {
    this.#completing.abort();
    this.#completing = new AbortController();
    const { page, roster, references, attachments, skills } = this.#ports;
    const { signal } = this.#completing;
    for await (const found of completeMessage(before, { roster, references, attachments, skills, signal }))
      if (!signal.aborted) page.post({ type: 'completions', request, ...found });
  }
}
