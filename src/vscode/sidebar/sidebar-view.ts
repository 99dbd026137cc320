import * as vscode from 'vscode';
import type { Vouching } from '../../converser/call/caution/caution.ts';
import { aborted } from '../../converser/ground/async/abort.ts';
import { type Disposable, type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import type { Log } from '../../converser/ground/ports.ts';
import type { TurnEnd } from '../../converser/words/conversation/converse-event.ts';
import { turnErrors } from '../../converser/words/conversation/turn-errors.ts';
import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { mcpEnsembles } from '../../ensembles/mcp/ensemble/mcp-ensembles.ts';
import type { SidebarRecent } from '../../sidebar/protocol.ts';
import type { MessageAttachments } from '../attachments/message-attachments.ts';
import { showFailure } from '../common/show-failure.ts';
import type { MessageReferences } from '../mcp/references/message-references.ts';
import type { AvailableModels } from '../models/available-models.ts';
import { chosenModel, rehearsalModel } from '../models/chosen-model.ts';
import type { PermissionQuestions, ServerQuestions } from '../questions/open-questions.ts';
import { addContext } from './add-context.ts';
import { commandMeantBy, completeMessage, type MessageSkills, modeEntered } from './complete-message.ts';
import { type Composing, createComposing } from './composing.ts';
import type { AnswersBeside } from './conversation/answers-beside.ts';
import type { FinishedTurn } from './conversation/finished-turns.ts';
import type { LiveConversation } from './conversation/live-conversation.ts';
import { type SidebarConversation, turnIn } from './conversation/sidebar-conversation.ts';
import { expand, sentBefore, type WrittenMessage } from './conversation/written-message.ts';
import type { HistorySearch } from './history/history-search.ts';
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
  readonly roster: EnsembleRoster;
  readonly models: AvailableModels;
  readonly references: MessageReferences;
  readonly skills: MessageSkills;
  readonly attachments: MessageAttachments;
  readonly changes: SidebarStateOptions['changes'];
  readonly beside: AnswersBeside;
  readonly recorder: SidebarStateOptions['recorder'];
  /** Contract: never rejects. */
  readonly readRecent: () => Promise<readonly SidebarRecent[]>;
  readonly vouching: Vouching;
  readonly waiting: { readonly questions: PermissionQuestions; readonly requests: ServerQuestions };
}

interface SentHow {
  readonly insteadOf?: string;
  /** Instead of the one that is chosen. */
  readonly model?: Model;
}

export interface SidebarViewOptions {
  readonly log: Log;
  /** In milliseconds. */
  readonly patience?: number;
}

/** In milliseconds. MCP servers may have to be started for what a message names. */
const attachingLimit = 60_000;

export class SidebarView implements Disposable {
  readonly #ports: SidebarViewPorts;
  readonly #options: Required<SidebarViewOptions>;
  readonly #updates: PageUpdates;
  readonly #history: TurnHistory;
  #search: HistorySearch | undefined;
  readonly #returning: Disposable;
  readonly #sending = new Set<LiveConversation>();
  readonly #finishes = listeners<FinishedTurn>();
  #completing = new AbortController();
  readonly #composing: Composing;

  constructor(ports: SidebarViewPorts, { log, patience = 10_000 }: SidebarViewOptions) {
    const {
      page,
      conversation,
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
    this.#options = { log, patience };
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
    this.#composing = createComposing({ page, attachments });
    const own: ViewActions = {
      ...this.#composing.actions,
      send: ({ text, now }) => this.send(text, now),
      'send-now': ({ id }) => this.#sendNow(id, conversation.shown),
      'retry-turn': ({ turn }) => this.#retry(turn, conversation.shown),
      'retry-beside': ({ turn }) => this.#retryBeside(turn),
      'compare-answers': ({ conversation: other }) => beside.compare(other),
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
    page.onMessage(message => void act(message).catch(cause => showFailure(cause, log)));
  }

  /** Also of conversations in the background, once nothing waits behind the turn. */
  get onDidFinish(): Listen<FinishedTurn> {
    return this.#finishes.listen;
  }

  refresh(): void {
    this.#updates.refresh();
  }

  /** What waits goes back into the field when a turn ends without an answer: you may not want it any more. */
  async send(text: string, now = false): Promise<void> {
    const command = commandMeantBy(text);
    const { shown, editing } = this.#ports.conversation;
    if (command !== undefined) return void (await vscode.commands.executeCommand(command));
    const entered = modeEntered(text);
    if (entered !== undefined) this.#ports.conversation.chooseMode(entered.mode);
    if (entered?.rest === '') return;
    if (entered !== undefined) return this.send(entered.rest, now);
    const message = this.#written(text);
    if (editing !== undefined && !shown.running) {
      this.#ports.conversation.edit(undefined);
      return this.#sendInstead(editing.turn, message, shown);
    }
    if (!this.#sending.has(shown)) return this.#sendInTurn(message, shown);
    const queued = shown.queue.add(text);
    if (queued === undefined) shown.giveBack([text]);
    else if (now) await this.#sendNow(queued, shown);
  }

  async #retry(turn: string, conversation: LiveConversation): Promise<void> {
    const canisters = turnIn(conversation, turn);
    if (canisters.length > 0) await this.#sendInstead(turn, sentBefore(canisters), conversation);
  }

  async #sendInstead(turn: string, message: WrittenMessage, conversation: LiveConversation): Promise<void> {
    if (conversation.running) return;
    if (await mayReplace(turn, conversation, this.#ports.changes))
      await this.#sendInTurn(message, conversation, { insteadOf: turn });
    else conversation.giveBack([message.text]);
  }

  async #retryBeside(turn: string): Promise<void> {
    const { beside } = this.#ports;
    const begun = await beside.begin(turn);
    if (begun === undefined) return;
    const { message, conversation, model } = begun;
    await this.#sendInTurn(message, conversation, { model });
    await beside.ended(begun);
  }

  async #sendNow(id: string, conversation: LiveConversation): Promise<void> {
    const { queue } = conversation;
    const text = queue.moveUp(id);
    if (text === undefined) return;
    try {
      const prompt = await expand(this.#written(text), new AbortController().signal);
      if (prompt !== aborted) queue.setPrompt(id, prompt);
    } catch (cause) {
      const unsent = queue.take(id);
      if (unsent === undefined) return;
      conversation.giveBack([unsent]);
      void showFailure(cause, this.#options.log);
    }
  }

  #written(text: string): WrittenMessage {
    const { references } = this.#ports;
    return {
      text,
      expand: stop => references.expand(text, AbortSignal.any([stop, AbortSignal.timeout(attachingLimit)])),
    };
  }

  async #sendInTurn(first: WrittenMessage, conversation: LiveConversation, how: SentHow = {}): Promise<void> {
    this.#sending.add(conversation);
    const release = conversation.hold();
    let end: TurnEnd | undefined;
    try {
      end = await this.#runTurn(first, conversation, how);
      for (;;) {
        const next = end?.outcome === 'final' ? conversation.queue.take() : undefined;
        if (next === undefined) break;
        end = await this.#runTurn(this.#written(next), conversation);
      }
    } finally {
      this.#sending.delete(conversation);
      conversation.giveBack(conversation.queue.takeAll());
      release();
      if (end !== undefined) this.#finishes.fire({ conversation: conversation.id, outcome: end.outcome });
    }
  }

  async #runTurn(
    message: WrittenMessage,
    conversation: LiveConversation,
    { insteadOf, model }: SentHow = {},
  ): Promise<TurnEnd | undefined> {
    const { models } = this.#ports;
    const { log, patience } = this.#options;
    try {
      if (conversation.running) throw turnErrors.turnOpen();
      const find = message.text.startsWith('/invoke ') ? rehearsalModel : chosenModel;
      // The message is shown while the model is looked up, which a slow provider can delay.
      const answering = model ?? find(models.all, AbortSignal.timeout(patience));
      return await conversation.send(message, answering, insteadOf);
    } catch (cause) {
      conversation.giveBack([message.text]);
      // The message about it may stay for long, and what waits should not.
      void showFailure(cause, log);
      return undefined;
    }
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
