import type { Host } from '../../../converser/ground/host.ts';
import type { Steering } from '../../../converser/turn/converse-options.ts';
import type { Canister, CompactionCanister } from '../../../converser/words/canister/canister.ts';
import type { WindowMeasure } from '../../../converser/words/context-window/window-measure.ts';
import type { ConverseEvent, Joined, TurnEnd } from '../../../converser/words/conversation/converse-event.ts';
import type { Exposure } from '../../../converser/words/labels/exposure.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import type { Spending, TurnSpending } from '../../../converser/words/spending/spending.ts';
import type { CompactNow } from '../../../house/run-turn.ts';
import type { ConversationStore } from '../../../store/conversation-store.ts';
import {
  beforeTurn,
  changeAhead,
  copyOf,
  createTurnKeeper,
  loadConversation,
  type StoredConversation,
  type Thoughts,
  type ToKeep,
  withSpending,
} from '../../../store/stored-conversation.ts';
import type { PermissionQuestions } from '../../questions/open-questions.ts';
import { type CompactWatch, compactBetweenTurns } from './compact-between-turns.ts';
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
  #stored: StoredConversation;
  #turn: SidebarTurn | undefined;
  #ending: Promise<unknown> = Promise.resolve();
  #holds = 0;
  #returned: string[] = [];
  #isClosed = false;
  #compacting: Promise<unknown> | undefined;

  constructor(stored: StoredConversation, ports: LiveConversationPorts) {
    this.#ports = ports;
    this.#stored = stored;
    this.#undecided = createUndecidedCalls(ports.questions, this.#changed);
    this.queue.onDidChange(this.#changed);
  }

  get id(): string {
    return this.#stored.conversation.id;
  }

  get canisters(): readonly Canister[] {
    return this.#stored.conversation.canisters;
  }

  get exposure(): Exposure {
    return this.#stored.conversation.exposure();
  }

  get client(): string | undefined {
    return this.#stored.client;
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
    return this.#stored.spendings;
  }

  /** Keyed by the id of the canister that the thought led to. */
  get thoughts(): Thoughts {
    return this.#stored.thoughts;
  }

  /** By the id of a turn's first canister. */
  get versions(): StoredConversation['versions'] {
    return this.#stored.versions;
  }

  /** Includes turns that were rolled back. */
  get spending(): Spending {
    return this.#stored.conversation.spending;
  }

  /**
   * What you write in the conversation of a program goes into a copy, which the program does not see. With the first canister
   * of a turn, it is sent instead of that turn, which stays as another version.
   */
  send(
    message: WrittenMessage,
    model: Model | Promise<Model>,
    insteadOf?: string,
  ): Promise<TurnEnd | undefined> {
    const found = Promise.resolve(model);
    // Where the message isn't sent, it doesn't matter.
    found.catch(() => {});
    if (this.#isClosed || this.running || message.text.trim() === '') return Promise.resolve(undefined);
    const run = () =>
      insteadOf === undefined ? this.#runTurn(message, found) : this.#runInstead(insteadOf, message, found);
    // It waits until what is old is left out.
    const sent = this.#compacting?.then(run) ?? run();
    this.#ending = sent.catch(() => {});
    return sent;
  }

  /** Resolves with nothing where nothing is old enough, a turn runs, or a program leads the conversation. */
  async compact(model: Model, watch: CompactWatch): Promise<CompactionCanister | undefined> {
    if (this.#isClosed || this.running || this.client !== undefined || this.#compacting !== undefined)
      return undefined;
    const compacted = this.#compact(model, watch);
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
    return await measureInMode(this.#stored.conversation, { model, signal }, this.#turnPorts);
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

  replace(stored: StoredConversation): void {
    this.#stored = stored;
    if (!this.running) this.#turn = undefined;
  }

  async #runTurn(message: WrittenMessage, model: Promise<Model>): Promise<TurnEnd | undefined> {
    const { host } = this.#ports;
    if (this.client !== undefined) this.#stored = copyOf(this.#stored, host.ids.next('conversation'));
    const former = this.#turn;
    const turn = this.#createTurn(model);
    this.#turn = turn;
    this.#steering.endsTurn = false;
    try {
      const end = await turn.run(message, beginning(message, { conversationId: this.id, host }));
      if (end !== undefined) this.#stored = withSpending(this.#stored, end);
      return end;
    } finally {
      if (turn.events.length === 0) this.#turn = former;
      this.#changed();
    }
  }

  async #runInstead(
    turn: string,
    message: WrittenMessage,
    model: Promise<Model>,
  ): Promise<TurnEnd | undefined> {
    const before = this.#stored;
    const earlier = beforeTurn(before, turn) ?? before;
    this.#stored = earlier;
    try {
      return await this.#runTurn(message, model);
    } finally {
      const hasJoined = this.canisters.length > earlier.conversation.canisters.length;
      this.#stored = await this.#readAgain(hasJoined ? this.#stored : before);
      this.#changed();
    }
  }

  /** Knows all versions then. What couldn't be stored isn't read. */
  async #readAgain(otherwise: StoredConversation): Promise<StoredConversation> {
    if (otherwise.unstored !== undefined && otherwise.unstored.length > 0) return otherwise;
    return loadConversation(this.#ports.store, this.id).catch(() => otherwise);
  }

  #createTurn(model: Promise<Model>): SidebarTurn {
    const keep = this.#keeping();
    const steered = { deciding: this.#undecided.wait, steering: this.#steering };
    const { model: answering, converse } = turnInMode(this.#stored.conversation, model, this.#turnPorts);
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

  async #compact(model: Model, watch: CompactWatch): Promise<CompactionCanister | undefined> {
    const { store, compact } = this.#ports;
    const keepNext = this.#keeping();
    const keep = async (event: Joined) => {
      await keepNext(event);
      await keepNext(changeAhead);
      // The turn that ran last is shown as it is stored, with what is left out after it.
      this.#turn = undefined;
    };
    const { conversation } = this.#stored;
    const { compaction, spending } = await compactBetweenTurns(conversation, {
      ...watch,
      model,
      compact,
      keep,
    });
    if (spending.requests > 0) await store.append(this.id, [], { spending });
    return compaction;
  }

  #keeping(): (event: ToKeep) => Promise<void> {
    const keep = createTurnKeeper(this.#stored, this.#ports);
    return async event => {
      const kept = await keep(event);
      this.#stored = { ...this.#stored, ...kept };
    };
  }

  get #turnPorts(): TurnsInModePorts {
    const { runTurn, isOffered, efforts, modes } = this.#ports;
    return { runTurn, isOffered, efforts, modes, approver: this.#undecided.approver };
  }

  readonly #changed = (): void => {
    this.#ports.listener.changed(this);
  };
}
