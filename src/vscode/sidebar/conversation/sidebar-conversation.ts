import { type Disposable, type Listen, listeners } from '../../../converser/ground/async/listeners.ts';
import type { Effort } from '../../../converser/ground/wording/effort-names.ts';
import type { ConverseEvent } from '../../../converser/words/conversation/converse-event.ts';
import { type Mode, ordinaryModeName } from '../../../converser/words/conversation/mode.ts';
import { promptText } from '../../../converser/words/texts/prompt-text.ts';
import type { ConversationStore } from '../../../store/conversation-store.ts';
import type { StoredConversation } from '../../../store/stored-conversation.ts';
import { turnIn } from '../history/split-turns.ts';
import type { ChosenEfforts } from './chosen-by-conversation.ts';
import type { ConversationModes } from './conversation-modes.ts';
import type { ConversationPool } from './conversation-pool.ts';
import type { LiveConversation } from './live-conversation.ts';

export interface SidebarConversationOptions {
  readonly pool: ConversationPool;
  readonly store: ConversationStore;
  readonly efforts: ChosenEfforts;
  readonly modes: ConversationModes;
  readonly resumed?: StoredConversation | undefined;
}

/** What one page shows. Others may show the same conversation, and see what is done to it here. */
export class SidebarConversation implements Disposable {
  readonly #options: SidebarConversationOptions;
  readonly #changes = listeners<void>();
  readonly #events = listeners<ConverseEvent>();
  readonly #subscriptions: readonly Disposable[];
  #shown: LiveConversation;
  #release: () => void;
  #opened = 0;
  #editing: { readonly conversation: string; readonly turn: string } | undefined;

  constructor(options: SidebarConversationOptions) {
    const { pool, resumed } = options;
    this.#options = options;
    this.#shown = resumed === undefined ? pool.begin() : pool.enliven(resumed);
    this.#release = this.#shown.hold();
    this.#subscriptions = [
      pool.onDidChange(() => this.#changes.fire()),
      pool.onEvent(({ event, conversation }) => {
        if (conversation === this.#shown) this.#events.fire(event);
      }),
      pool.onDidClose(closed => {
        if (closed === this.#shown) this.#show(pool.begin());
      }),
    ];
  }

  get shown(): LiveConversation {
    return this.#shown;
  }

  get id(): string {
    return this.#shown.id;
  }

  /** Others of this window ask on their own pages, and the chat view has none. */
  isAsked(id: string | undefined): boolean {
    return id === undefined || id === this.id || this.#options.pool.find(id) === undefined;
  }

  /** Also when another conversation of the window changes. */
  get onDidChange(): Listen<void> {
    return this.#changes.listen;
  }

  get onEvent(): Listen<ConverseEvent> {
    return this.#events.listen;
  }

  /** The turn instead of which your next message is sent, and what its message says. */
  get editing(): { readonly turn: string; readonly text: string } | undefined {
    const { conversation, turn } = this.#editing ?? {};
    const edited = conversation === this.id && turn !== undefined ? turnIn(this.#shown, turn) : [];
    return turn === undefined || edited.length === 0 ? undefined : { turn, text: promptText(edited) };
  }

  edit(turn: string | undefined): void {
    this.#editing = turn === undefined ? undefined : { conversation: this.id, turn };
    this.#changes.fire();
  }

  isOffered(name: string): boolean {
    return this.#options.pool.isOffered(name);
  }

  setOffered(name: string, offered: boolean): void {
    this.#options.pool.setOffered(name, offered);
  }

  get effort(): Effort | undefined {
    return this.#options.efforts.of(this.id);
  }

  chooseEffort(effort: Effort | undefined): void {
    this.#options.efforts.choose(this.id, effort);
    this.#options.pool.changed();
  }

  get modes(): readonly Mode[] {
    return this.#options.modes.all;
  }

  get mode(): string {
    return this.#options.modes.chosen(this.id) ?? ordinaryModeName;
  }

  chooseMode(name: string): void {
    this.#options.modes.choose(this.id, name);
    this.#options.pool.changed();
  }

  /** Without an id, shows a new conversation. Where one cannot be read, everything stays as it is. */
  async open(id?: string): Promise<void> {
    const { pool } = this.#options;
    const request = ++this.#opened;
    if (id === this.id) return;
    const next = await pool.open(id);
    // A newer open() has overtaken this one, which no longer needs what it has found.
    if (request === this.#opened) this.#show(next);
    else next.hold()();
  }

  async fork(turn: string): Promise<void> {
    const id = await this.#options.pool.fork(turn, this.#shown);
    if (id !== undefined) await this.open(id);
  }

  /** Where an older (-1) or newer (1) version of the turn has led. */
  versionBeside(turn: string, step: number): string | undefined {
    const { at, ends } = this.#shown.stored.versions.get(turn) ?? { at: 0, ends: [] };
    return ends[at + step];
  }

  async takeBackCompaction(compaction: string, isTakenBack: boolean): Promise<void> {
    const { id } = this;
    await this.#options.store.setTakenBack(id, { compaction, isTakenBack });
    await this.#options.pool.refresh(id);
  }

  /** Requests never leave out what is pinned. A running turn ends first. */
  async pin(canister: string, isPinned: boolean): Promise<void> {
    const { id } = this;
    await this.#options.store.setPinned(id, { canister, isPinned });
    await this.#options.pool.refresh(id);
  }

  #show(next: LiveConversation): void {
    const release = this.#release;
    this.#shown = next;
    this.#release = next.hold();
    // This tells that something has changed.
    release();
  }

  dispose(): void {
    // This also discards a conversation that is still opening.
    this.#opened++;
    for (const subscription of this.#subscriptions) subscription.dispose();
    this.#release();
  }
}
