import { type Listen, listeners } from '../../../converser/async/listeners.ts';
import type { Canister } from '../../../converser/canister/canister.ts';
import { createConversation } from '../../../converser/conversation/conversation.ts';
import type { ConverseEvent, TurnEnd } from '../../../converser/conversation/converse-event.ts';
import { fullName, type Invoker } from '../../../converser/ensemble/invoker.ts';
import type { Host } from '../../../converser/host.ts';
import type { Model } from '../../../converser/models/provider.ts';
import type { Approver } from '../../../converser/permission/approver.ts';
import type { Spending, TurnSpending } from '../../../converser/spending/spending.ts';
import type { ConversationStore } from '../../../store/conversation-store.ts';
import type { PermissionQuestions } from '../../questions/open-questions.ts';
import type { RunTurn } from '../../run-turn.ts';
import { SidebarTurn } from './sidebar-turn.ts';
import {
  copyOf,
  createTurnKeeper,
  loadConversation,
  type StoredConversation,
} from './stored-conversation.ts';
import { beginning, type WrittenMessage } from './written-message.ts';

export interface SidebarConversationOptions {
  readonly runTurn: RunTurn;
  readonly store: ConversationStore;
  readonly host: Host;
  readonly questions: PermissionQuestions;
  /** The conversation to continue. Default: a new one. */
  readonly resumed?: StoredConversation | undefined;
}

/** The conversation of the sidebar: what is committed, and the turn that is running or ran last. */
export class SidebarConversation {
  readonly #options: SidebarConversationOptions;
  readonly #approver: Approver;
  readonly #changes = listeners<void>();
  readonly #events = listeners<ConverseEvent>();
  readonly #withheld = new Set<string>();
  readonly #undecided = new Set<string>();
  /** How many permission questions there have been. */
  #asked = 0;
  #shown: StoredConversation;
  #turn: SidebarTurn | undefined;
  #storing: Promise<void> = Promise.resolve();
  #opened = 0;

  constructor(options: SidebarConversationOptions) {
    const { questions, resumed } = options;
    this.#options = options;
    this.#approver = {
      ask: (question, signal) => {
        this.#asked++;
        return questions.open(question, signal).answer;
      },
    };
    this.#shown = resumed ?? this.#createNew();
  }

  get id(): string {
    return this.#shown.conversation.id;
  }

  get canisters(): readonly Canister[] {
    return this.#shown.conversation.canisters;
  }

  /** The program that leads it, as you named it. Absent: it is yours. */
  get client(): string | undefined {
    return this.#shown.client;
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

  /** What turns cost, by the id of the turn's last canister. */
  get spendings(): Readonly<Record<string, TurnSpending>> {
    return this.#shown.spendings;
  }

  /** What the turns that have ended cost, including those that were rolled back. */
  get spending(): Spending {
    return this.#shown.conversation.spending;
  }

  get onDidChange(): Listen<void> {
    return this.#changes.listen;
  }

  get onEvent(): Listen<ConverseEvent> {
    return this.#events.listen;
  }

  isOffered(name: string): boolean {
    return !this.#withheld.has(name);
  }

  setOffered(name: string, offered: boolean): void {
    if (offered) this.#withheld.delete(name);
    else this.#withheld.add(name);
    this.#changes.fire();
  }

  /**
   * Runs one turn. Resolves with its end, or immediately with nothing when a turn is running. When it rejects, the
   * turn could not start because something that the message names cannot be fetched. What you write
   * in the conversation of a program goes into a copy of yours, which the program does not see.
   */
  async send(message: WrittenMessage, model: Model): Promise<TurnEnd | undefined> {
    if (this.running || message.text.trim() === '') return undefined;
    if (this.client !== undefined)
      this.#shown = copyOf(this.#shown, this.#options.host.ids.next('conversation'));
    const former = this.#turn;
    const turn = this.#createTurn(model);
    this.#turn = turn;
    try {
      const { host } = this.#options;
      const end = await turn.run(message, beginning(message, { conversationId: this.id, model, host }));
      if (this.#turn === turn && end !== undefined) this.#addSpending(end);
      return end;
    } finally {
      if (this.#turn === turn) {
        if (turn.events.length === 0) this.#turn = former;
        this.#changes.fire();
      }
    }
  }

  stop(): void {
    this.#turn?.stop();
  }

  /**
   * Shows the conversation that is stored under `id`, or a new one, and stops the turn of the one shown until now.
   * Where it cannot be read, everything stays as it is.
   */
  async open(id?: string): Promise<void> {
    const request = ++this.#opened;
    if (id === this.id) return;
    const next = id === undefined ? this.#createNew() : await this.#load(id);
    // A newer open() has overtaken this one.
    if (request !== this.#opened) return;
    this.#turn?.abandon();
    this.#turn = undefined;
    this.#shown = next;
    this.#changes.fire();
  }

  /** Reads a conversation again if it is shown and a program leads it. Where it cannot be read, it stays as it is. */
  async reload(id: string): Promise<void> {
    if (id !== this.id || this.client === undefined) return;
    const request = ++this.#opened;
    const next = await this.#load(id);
    if (request !== this.#opened || id !== this.id) return;
    this.#shown = next;
    this.#changes.fire();
  }

  #createNew(): StoredConversation {
    return { conversation: createConversation(this.#options.host.ids.next('conversation')), spendings: {} };
  }

  async #load(id: string): Promise<StoredConversation> {
    await this.#storing;
    return loadConversation(this.#options.store, id);
  }

  #createTurn(model: Model): SidebarTurn {
    const { runTurn, store, host } = this.#options;
    const { conversation } = this.#shown;
    const keeper = createTurnKeeper(this.#shown, { store, host });
    const offers = (invoker: Invoker) => this.isOffered(fullName(invoker));
    const approver = this.#approver;
    const deciding = (id: string) => this.#deciding(id);
    return new SidebarTurn({
      converse: (prompt, signal) =>
        runTurn(conversation, prompt, { model, signal, offers, approver, deciding }),
      store: event => {
        this.#storing = keeper.keep(event).then(() => {
          if (this.#shown.conversation === conversation)
            this.#shown = { ...this.#shown, unstored: keeper.unstored };
        });
        return this.#storing;
      },
      onChange: () => this.#changes.fire(),
      onEvent: event => this.#events.fire(event),
    });
  }

  #deciding(id: string): () => void {
    const asked = this.#asked;
    this.#undecided.add(id);
    return () => {
      this.#undecided.delete(id);
      // Most calls are decided without a question, and nobody has seen them wait.
      if (asked !== this.#asked) this.#changes.fire();
    };
  }

  #addSpending({ canisters, spending }: TurnEnd): void {
    const last = canisters.at(-1);
    if (last === undefined || spending === undefined) return;
    this.#shown = { ...this.#shown, spendings: { ...this.#shown.spendings, [last.id]: spending } };
  }
}
