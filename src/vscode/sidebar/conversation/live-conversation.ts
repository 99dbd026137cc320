import type { Host } from '../../../converser/ground/host.ts';
import type { Steering } from '../../../converser/turn/converse-options.ts';
import type { Canister, CompactionCanister } from '../../../converser/words/canister/canister.ts';
import type { WindowMeasure } from '../../../converser/words/context-window/window-measure.ts';
import type { ConverseEvent, TurnEnd } from '../../../converser/words/conversation/converse-event.ts';
import type { Exposure } from '../../../converser/words/labels/exposure.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import type { Spending, TurnSpending } from '../../../converser/words/spending/spending.ts';
import type { CompactNow } from '../../../house/run-turn.ts';
import type { ConversationStore } from '../../../store/conversation-store.ts';
import { changeAhead, type StoredConversation, type Thoughts } from '../../../store/stored-conversation.ts';
import type { PermissionQuestions } from '../../questions/open-questions.ts';
import { type CompactWatch, compactBetweenTurns } from './compact-between-turns.ts';
import { KeptConversation } from './kept-conversation.ts';
import { MessageQueue } from './message-queue.ts';
import { SidebarTurn } from './sidebar-turn.ts';
import { measureInMode, type TurnsInModePorts, turnInMode } from './turns-in-mode.ts';
import { createUndecidedCalls, type UndecidedCalls } from './undecided-calls.ts';
import { beginning, type WrittenMessage } from './written-message.ts';

export interface LiveConversationPorts extends Omit<TurnsInModePorts, 'approver'> {
  readonly store: ConversationStore;
  readonly host: Host;
  readonly compact: CompactNow;
  readonly questions: PermissionQuestions;
  readonly listener: LiveConversationListener;
}

export interface LiveConversationListener {
  /** Only changes that no event reports call this. */
  changed(conversation: LiveConversation): void;
  heard(event: ConverseEvent, conversation: LiveConversation): void;
}

export class LiveConversation {
  readonly #ports: LiveConversationPorts;
  readonly #undecided: UndecidedCalls;
  readonly queue = new MessageQueue();
  readonly #steering: Pick<Steering, 'take'> & { endsTurn: boolean } = {
    endsTurn: false,
    take: () => this.queue.takeForRound(),
  };
  readonly #kept: KeptConversation;
  #turn: SidebarTurn | undefined;
  #ending: Promise<unknown> = Promise.resolve();
  #holds = 0;
  #returned: string[] = [];
  #isClosed = false;
  #compacting: Promise<unknown> | undefined;

  constructor(stored: StoredConversation, ports: LiveConversationPorts) {
    this.#ports = ports;
    this.#kept = new KeptConversation(stored, ports);
    this.#undecided = createUndecidedCalls(ports.questions, this.#changed);
    this.queue.onDidChange(this.#changed);
  }

  get id(): string {
    return this.#kept.id;
  }

  get exposure(): Exposure {
    return this.#kept.now.conversation.exposure();
  }

  get stored(): StoredConversation {
    return this.#kept.now;
  }

  get canisters(): readonly Canister[] {
    return this.#kept.now.conversation.canisters;
  }

  get turn(): readonly ConverseEvent[] {
    return this.#turn?.events ?? [];
  }

  /** A call may wait because of a question before its own. */
  get undecided(): readonly string[] {
    return this.#undecided.ids;
  }

  get running(): boolean {
    return this.#turn?.isRunning === true;
  }

  get stopsAfterRound(): boolean {
    return this.running && this.#steering.endsTurn;
  }

  /** Says whether reading it again from the store would lose something. */
  get isNeeded(): boolean {
    return !this.#isClosed && (this.running || this.#holds > 0 || this.#returned.length > 0);
  }

  /** Keyed by the id of the turn's last canister. */
  get spendings(): Readonly<Record<string, TurnSpending>> {
    return this.#kept.now.spendings;
  }

  /** Keyed by the id of the canister that the thought led to. */
  get thoughts(): Thoughts {
    return this.#kept.now.thoughts;
  }

  /** Includes turns that were rolled back. */
  get spending(): Spending {
    return this.#kept.now.conversation.spending;
  }

  /** With the first canister of a turn, it is sent instead of that turn, which stays as another version. */
  send(
    message: WrittenMessage,
    model: Model | Promise<Model>,
    insteadOf?: string,
  ): Promise<TurnEnd | undefined> {
    const found = Promise.resolve(model);
    // Where the message isn't sent, it doesn't matter.
    found.catch(() => {});
    if (this.#isClosed || this.running || message.text.trim() === '') return Promise.resolve(undefined);
    const runTurn = () => this.#runTurn(message, found);
    const run = () =>
      insteadOf === undefined && this.stored.ahead === undefined
        ? runTurn()
        : this.#kept.instead(insteadOf, runTurn).finally(this.#changed);
    // It waits until what is old is left out.
    const sent = this.#compacting?.then(run) ?? run();
    this.#ending = sent.catch(() => {});
    return sent;
  }

  /** Resolves with nothing where nothing is old enough, a turn runs, or a program leads the conversation. */
  async compact(model: Model, watch: CompactWatch): Promise<CompactionCanister | undefined> {
    if (this.#isClosed || this.running || this.stored.client !== undefined || this.#compacting !== undefined)
      return undefined;
    const { compact, store } = this.#ports;
    // The turn that ran last is shown as it is stored, with what is left out after it.
    const onJoined = () => {
      this.#turn = undefined;
    };
    const compacted = compactBetweenTurns(this.#kept, { ...watch, model, compact, store, onJoined });
    this.#compacting = compacted.catch(() => {});
    try {
      return await compacted;
    } finally {
      this.#compacting = undefined;
      this.#changed();
    }
  }

  async measureNext(model: Model, signal: AbortSignal): Promise<WindowMeasure | undefined> {
    if (this.running) return undefined;
    return await measureInMode(this.#kept.now.conversation, { model, signal }, this.#turnPorts);
  }

  stop(): void {
    this.#turn?.stop();
  }

  /** The turn ends with the running round, unless you take that back in time. */
  stopAfterRound(stops: boolean): void {
    if (!this.running || this.#steering.endsTurn === stops) return;
    this.#steering.endsTurn = stops;
    this.#changed();
  }

  /** Keeps the conversation until the returned function is called, because more messages are to be sent. */
  hold(): () => void {
    this.#holds++;
    return () => {
      this.#holds--;
      this.#changed();
    };
  }

  giveBack(texts: readonly string[]): void {
    if (this.#isClosed || texts.length === 0) return;
    this.#returned.push(...texts);
    this.#changed();
  }

  takeReturned(): readonly string[] {
    return this.#returned.splice(0);
  }

  /** Resolves when nothing more of it will be stored. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.stop();
    await this.#ending;
  }

  async settled(): Promise<void> {
    while (this.running) await this.#ending;
  }

  isBehind(bytesOfOthers: number): boolean {
    return this.#kept.isBehind(bytesOfOthers);
  }

  replace(stored: StoredConversation): void {
    this.#kept.replace(stored);
    if (!this.running) this.#turn = undefined;
  }

  async #runTurn(message: WrittenMessage, model: Promise<Model>): Promise<TurnEnd | undefined> {
    const { host } = this.#ports;
    this.#kept.makeYours(() => host.ids.next('conversation'));
    const former = this.#turn;
    const turn = this.#createTurn(model);
    this.#turn = turn;
    this.#steering.endsTurn = false;
    try {
      return await turn.run(message, beginning(message, { conversationId: this.id, host }));
    } finally {
      if (turn.events.length === 0) this.#turn = former;
      this.#changed();
    }
  }

  #createTurn(model: Promise<Model>): SidebarTurn {
    const keep = this.#kept.keeping();
    const steered = { deciding: this.#undecided.wait, steering: this.#steering };
    const { model: answering, converse } = turnInMode(this.#kept.now.conversation, model, this.#turnPorts);
    // Where the message isn't sent, it doesn't matter.
    answering.catch(() => {});
    return new SidebarTurn({
      model: answering,
      converse: (asked, signal) =>
        converse(asked, { signal, ...steered, beforeChange: () => keep(changeAhead) }),
      store: keep,
      onChange: this.#changed,
      onEvent: event => this.#ports.listener.heard(event, this),
    });
  }

  get #turnPorts(): TurnsInModePorts {
    const { runTurn, isOffered, efforts, modes } = this.#ports;
    return { runTurn, isOffered, efforts, modes, approver: this.#undecided.approver };
  }

  readonly #changed = (): void => {
    this.#ports.listener.changed(this);
  };
}
