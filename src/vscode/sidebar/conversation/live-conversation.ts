import type { Canister, CompactionCanister } from '../../../converser/canister/canister.ts';
import type { ConverseEvent, TurnEnd } from '../../../converser/conversation/converse-event.ts';
import { fullName, type Invoker } from '../../../converser/ensemble/invoker.ts';
import type { Host } from '../../../converser/host.ts';
import { defined } from '../../../converser/json/defined.ts';
import type { Exposure } from '../../../converser/labels/exposure.ts';
import type { Model } from '../../../converser/models/provider.ts';
import type { Approver } from '../../../converser/permission/approver.ts';
import type { Spending, TurnSpending } from '../../../converser/spending/spending.ts';
import type { Steering } from '../../../converser/turn/converse-options.ts';
import type { WindowMeasure } from '../../../converser/window/window-measure.ts';
import type { ConversationStore } from '../../../store/conversation-store.ts';
import type { PermissionQuestions } from '../../questions/open-questions.ts';
import type { CompactNow, RunTurn } from '../../run-turn.ts';
import type { ChosenEfforts } from './chosen-by-conversation.ts';
import type { ConversationModes } from './conversation-modes.ts';
import { MessageQueue } from './message-queue.ts';
import { SidebarTurn } from './sidebar-turn.ts';
import { copyOf, createTurnKeeper, type StoredConversation, type Thoughts } from './stored-conversation.ts';
import { beginning, type WrittenMessage } from './written-message.ts';

export interface LiveConversationPorts {
  readonly runTurn: RunTurn;
  readonly compact: CompactNow;
  readonly store: ConversationStore;
  readonly host: Host;
  readonly questions: PermissionQuestions;
  /** Whether models may use the tool of this full name. */
  readonly isOffered: (name: string) => boolean;
  readonly efforts: Pick<ChosenEfforts, 'of'>;
  readonly modes: Pick<ConversationModes, 'enter'>;
  readonly listener: LiveConversationListener;
}

/** How it is followed while it is compacted. */
export interface CompactWatch {
  readonly signal: AbortSignal;
  /** Is told what is being done. */
  readonly tell: (message: string) => void;
}

export interface LiveConversationListener {
  /** It shows something new other than by an event. */
  changed(conversation: LiveConversation): void;
  heard(event: ConverseEvent, conversation: LiveConversation): void;
}

/** One conversation: what is committed, the turn that is running or ran last, and the messages that wait for its end. */
export class LiveConversation {
  readonly #ports: LiveConversationPorts;
  readonly #approver: Approver;
  readonly #undecided = new Set<string>();
  /** What you sent while a turn was running. */
  readonly queue = new MessageQueue();
  /** How many permission questions there have been. */
  #asked = 0;
  #stored: StoredConversation;
  #turn: SidebarTurn | undefined;
  #ending: Promise<unknown> = Promise.resolve();
  #holds = 0;
  #stopsAfterRound = false;
  #returned: string[] = [];
  #isClosed = false;
  #compacting: Promise<unknown> | undefined;

  constructor(stored: StoredConversation, ports: LiveConversationPorts) {
    this.#ports = ports;
    this.#stored = stored;
    this.#approver = {
      ask: (question, signal) => {
        this.#asked++;
        return ports.questions.open(question, signal).answer;
      },
    };
    this.queue.onDidChange(() => ports.listener.changed(this));
  }

  get id(): string {
    return this.#stored.conversation.id;
  }

  get canisters(): readonly Canister[] {
    return this.#stored.conversation.canisters;
  }

  /** What it has read, the turn that runs included. */
  get exposure(): Exposure {
    return this.#stored.conversation.exposure();
  }

  /** The program that leads it, as you named it. Absent: it is yours. */
  get client(): string | undefined {
    return this.#stored.client;
  }

  get turn(): readonly ConverseEvent[] {
    return this.#turn?.events ?? [];
  }

  /** The ids of the calls that wait for permission, because of their own question or of one before it. */
  get undecided(): readonly string[] {
    return [...this.#undecided];
  }

  get running(): boolean {
    return this.#turn?.isRunning === true;
  }

  /** The turn ends after the round that runs now. */
  get stopsAfterRound(): boolean {
    return this.running && this.#stopsAfterRound;
  }

  /** Whether something of it would be lost if it were read from the store again. */
  get isNeeded(): boolean {
    return !this.#isClosed && (this.running || this.#holds > 0 || this.#returned.length > 0);
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** What turns cost, by the id of the turn's last canister. */
  get spendings(): Readonly<Record<string, TurnSpending>> {
    return this.#stored.spendings;
  }

  /** What models thought, by the id of the canister that it led to. */
  get thoughts(): Thoughts {
    return this.#stored.thoughts;
  }

  /** What the turns that have ended cost, including those that were rolled back. */
  get spending(): Spending {
    return this.#stored.conversation.spending;
  }

  /**
   * Runs one turn. Resolves with its end, or immediately with nothing when a turn is running. When it rejects, the
   * turn could not start because something that the message names cannot be fetched, or the model not be found: the
   * message is shown until then. What you write in the conversation of a program goes into a copy of yours, which the program does not see.
   */
  send(message: WrittenMessage, model: Model | Promise<Model>): Promise<TurnEnd | undefined> {
    const found = Promise.resolve(model);
    // Where the message isn't sent, it doesn't matter.
    found.catch(() => {});
    if (this.#isClosed || this.running || message.text.trim() === '') return Promise.resolve(undefined);
    // It waits until what is old is left out.
    const sent = this.#compacting?.then(() => this.#runTurn(message, found)) ?? this.#runTurn(message, found);
    this.#ending = sent.catch(() => {});
    return sent;
  }

  /**
   * Leaves out of requests what is old, because you want that. Resolves with what is left out, or with nothing where
   * nothing is old enough, a turn runs, or a program leads the conversation.
   */
  async compact(model: Model, watch: CompactWatch): Promise<CompactionCanister | undefined> {
    if (this.#isClosed || this.running || this.client !== undefined || this.#compacting !== undefined)
      return undefined;
    const compacted = this.#compact(model, watch);
    this.#compacting = compacted.catch(() => {});
    try {
      return await compacted;
    } finally {
      this.#compacting = undefined;
      this.#ports.listener.changed(this);
    }
  }

  async #compact(model: Model, { signal, tell }: CompactWatch): Promise<CompactionCanister | undefined> {
    const { store, host, compact } = this.#ports;
    const { conversation } = this.#stored;
    const keeper = createTurnKeeper(this.#stored, { store, host });
    const events = compact(conversation, { model, signal });
    for (;;) {
      const next = await events.next();
      if (next.done) {
        const { compaction, spending } = next.value;
        if (spending.requests > 0) await store.append(this.id, [], { spending });
        return compaction;
      }
      for (const event of next.value) {
        if (event.type === 'notice') tell(event.message);
        if (event.type === 'joined') await keeper.keep(event);
      }
      this.#stored = { ...this.#stored, unstored: keeper.unstored };
      // The turn that ran last is shown as it is stored, with what is left out after it.
      this.#turn = undefined;
    }
  }

  /** How much of the model's window the next request would take. Nothing while a turn runs. */
  async measureNext(model: Model, signal: AbortSignal): Promise<WindowMeasure | undefined> {
    if (this.running) return undefined;
    const { conversation } = this.#stored;
    const entered = this.#ports.modes.enter(conversation.id, Promise.resolve(model));
    const answering = { mode: entered.mode, model: await entered.model };
    const options = { ...this.#turnOptions(conversation.id), ...answering, signal };
    const trial = this.#ports.runTurn(conversation, { content: [] }, { ...options, isTrial: true });
    for await (const event of trial) if (event.type === 'window') return event.measure;
    return undefined;
  }

  stop(): void {
    this.#turn?.stop();
  }

  /** Lets the round that runs end, and the turn with it; or lets it go on, where you want that again in time. */
  stopAfterRound(stops: boolean): void {
    if (!this.running || this.#stopsAfterRound === stops) return;
    this.#stopsAfterRound = stops;
    this.#ports.listener.changed(this);
  }

  /** Keeps it, shown or not, until the function that this returns is called: more messages are to be sent. */
  hold(): () => void {
    this.#holds++;
    return () => {
      this.#holds--;
      this.#ports.listener.changed(this);
    };
  }

  /** Keeps messages that could not be sent until they are shown. */
  giveBack(texts: readonly string[]): void {
    if (this.#isClosed || texts.length === 0) return;
    this.#returned.push(...texts);
    this.#ports.listener.changed(this);
  }

  /** The messages that could not be sent, once. */
  takeReturned(): readonly string[] {
    return this.#returned.splice(0);
  }

  /** Stops it for good. Resolves when nothing more of it will be stored. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.stop();
    await this.#ending;
  }

  /** Resolves when no turn runs. */
  async settled(): Promise<void> {
    while (this.running) await this.#ending;
  }

  /** Takes what is stored of it now for what it is. */
  replace(stored: StoredConversation): void {
    this.#stored = stored;
    if (!this.running) this.#turn = undefined;
  }

  async #runTurn(message: WrittenMessage, model: Promise<Model>): Promise<TurnEnd | undefined> {
    const { host, listener } = this.#ports;
    if (this.client !== undefined) this.#stored = copyOf(this.#stored, host.ids.next('conversation'));
    const former = this.#turn;
    const turn = this.#createTurn(model);
    this.#turn = turn;
    this.#stopsAfterRound = false;
    try {
      const end = await turn.run(message, beginning(message, { conversationId: this.id, host }));
      if (end !== undefined) this.#addSpending(end);
      return end;
    } finally {
      if (turn.events.length === 0) this.#turn = former;
      listener.changed(this);
    }
  }

  #createTurn(model: Promise<Model>): SidebarTurn {
    const { runTurn, store, host, modes, listener } = this.#ports;
    const { conversation } = this.#stored;
    const keeper = createTurnKeeper(this.#stored, { store, host });
    const { mode, model: answering } = modes.enter(conversation.id, model);
    // Where the message isn't sent, it doesn't matter.
    answering.catch(() => {});
    const deciding = (id: string) => this.#deciding(id);
    return new SidebarTurn({
      model: answering,
      converse: ({ prompt, model: found }, signal) =>
        runTurn(conversation, prompt, {
          ...this.#turnOptions(conversation.id),
          model: found,
          mode,
          signal,
          deciding,
          steering: this.#steering,
        }),
      store: async event => {
        await keeper.keep(event);
        this.#stored = { ...this.#stored, unstored: keeper.unstored, thoughts: keeper.thoughts };
      },
      onChange: () => listener.changed(this),
      onEvent: event => listener.heard(event, this),
    });
  }

  /** What all turns of it are like. */
  #turnOptions(id: string) {
    const { isOffered, efforts } = this.#ports;
    return {
      offers: (invoker: Invoker) => isOffered(fullName(invoker)),
      approver: this.#approver,
      wanted: defined({ effort: efforts.of(id) }),
    };
  }

  get #steering(): Steering {
    const wantsEnd = () => this.#stopsAfterRound;
    return {
      take: () => this.queue.takeForRound(),
      get endsTurn() {
        return wantsEnd();
      },
    };
  }

  #deciding(id: string): () => void {
    const asked = this.#asked;
    this.#undecided.add(id);
    return () => {
      this.#undecided.delete(id);
      // Most calls are decided without a question, and nobody has seen them wait.
      if (asked !== this.#asked) this.#ports.listener.changed(this);
    };
  }

  #addSpending({ canisters, spending }: TurnEnd): void {
    const last = canisters.at(-1);
    if (last === undefined || spending === undefined) return;
    this.#stored = { ...this.#stored, spendings: { ...this.#stored.spendings, [last.id]: spending } };
  }
}
