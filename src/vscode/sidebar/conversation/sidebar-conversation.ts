import { type Listen, listeners } from '../../../converser/ground/async/listeners.ts';
import type { Effort } from '../../../converser/ground/wording/effort-names.ts';
import type { Canister } from '../../../converser/words/canister/canister.ts';
import type { ConverseEvent } from '../../../converser/words/conversation/converse-event.ts';
import { type Mode, ordinaryModeName, reviewModeName } from '../../../converser/words/conversation/mode.ts';
import { titleOf } from '../../../store/conversation-title.ts';
import {
  loadConversation,
  newConversation,
  type StoredConversation,
} from '../../../store/stored-conversation.ts';
import { promptOf } from '../history/prompts.ts';
import { splitTurns } from '../history/split-turns.ts';
import type { ChosenEfforts } from './chosen-by-conversation.ts';
import type { ConversationModes } from './conversation-modes.ts';
import { LiveConversation, type LiveConversationPorts } from './live-conversation.ts';

export interface SidebarConversationOptions
  extends Pick<LiveConversationPorts, 'runTurn' | 'compact' | 'store' | 'host' | 'questions'> {
  readonly efforts: ChosenEfforts;
  readonly modes: ConversationModes;
  readonly resumed?: StoredConversation | undefined;
}

/** Turns of other conversations go on in the background. */
export class SidebarConversation {
  readonly #options: SidebarConversationOptions;
  readonly #changes = listeners<void>();
  readonly #events = listeners<ConverseEvent>();
  readonly #withheld = new Set<string>();
  readonly #background = new Set<LiveConversation>();
  #shown: LiveConversation;
  #opened = 0;
  #editing: { readonly conversation: string; readonly turn: string } | undefined;

  constructor(options: SidebarConversationOptions) {
    this.#options = options;
    this.#shown = this.#enliven(options.resumed ?? this.#createNew());
  }

  get shown(): LiveConversation {
    return this.#shown;
  }

  get id(): string {
    return this.#shown.id;
  }

  get allRunning(): readonly string[] {
    return [this.#shown, ...this.#background].flatMap(each => (each.running ? [each.id] : []));
  }

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
    return turn === undefined || edited.length === 0 ? undefined : { turn, text: promptOf(edited) };
  }

  edit(turn: string | undefined): void {
    this.#editing = turn === undefined ? undefined : { conversation: this.id, turn };
    this.#changes.fire();
  }

  isOffered(name: string): boolean {
    return !this.#withheld.has(name);
  }

  setOffered(name: string, offered: boolean): void {
    if (offered) this.#withheld.delete(name);
    else this.#withheld.add(name);
    this.#changes.fire();
  }

  get effort(): Effort | undefined {
    return this.#options.efforts.of(this.id);
  }

  chooseEffort(effort: Effort | undefined): void {
    this.#options.efforts.choose(this.id, effort);
    this.#changes.fire();
  }

  get modes(): readonly Mode[] {
    return this.#options.modes.all;
  }

  get mode(): string {
    return this.#options.modes.chosen(this.id) ?? ordinaryModeName;
  }

  chooseMode(name: string): void {
    this.#options.modes.choose(this.id, name);
    this.#changes.fire();
  }

  stopAll(): void {
    for (const each of [this.#shown, ...this.#background]) each.stop();
  }

  /** Without an id, shows a new conversation. Where one cannot be read, everything stays as it is. */
  async open(id?: string): Promise<void> {
    const request = ++this.#opened;
    if (id === this.id) return;
    const next = await this.#find(id);
    // A newer open() has overtaken this one.
    if (request === this.#opened) this.#show(next);
  }

  /** Goes on from the end of the turn, in a conversation of its own. */
  async fork(turn: string): Promise<void> {
    const last = turnIn(this.#shown, turn).at(-1);
    if (last === undefined) return;
    const kept = this.#shown.canisters.slice(0, this.#shown.canisters.indexOf(last) + 1);
    const id = await this.#copy(kept);
    await this.#options.store.rename(id, `Fork: ${titleOf(kept).title}`);
    await this.open(id);
  }

  /** Goes on from before the turn, in the background, where edits wait for your review. */
  async forkBefore(turn: string): Promise<LiveConversation> {
    const { efforts, modes, store } = this.#options;
    const [first] = turnIn(this.#shown, turn);
    const { canisters } = this.#shown;
    const kept = canisters.slice(0, first === undefined ? 0 : canisters.indexOf(first));
    const id = await this.#copy(kept);
    const isReading = modes.all.find(({ name }) => name === this.mode)?.readOnly === true;
    modes.choose(id, isReading ? this.mode : reviewModeName);
    efforts.choose(id, this.effort);
    const fork = this.#enliven(kept.length === 0 ? newConversation(id) : await loadConversation(store, id));
    this.#background.add(fork);
    return fork;
  }

  async #copy(kept: readonly Canister[]): Promise<string> {
    const { store, host } = this.#options;
    const { thoughts } = this.#shown;
    const id = host.ids.next('conversation');
    if (kept.length > 0)
      await store.append(id, kept, { thoughts: kept.flatMap(each => thoughts.get(each.id) ?? []) });
    return id;
  }

  /** Goes on where an older (-1) or newer (1) version of the turn has led. */
  async showVersion(turn: string, step: number): Promise<void> {
    const { id, versions, running } = this.#shown;
    const { at, ends } = versions.get(turn) ?? { at: 0, ends: [] };
    const end = ends[at + step];
    if (end === undefined || running) return;
    await this.#options.store.goTo(id, end);
    await this.refresh(id);
  }

  /** Stops a conversation that is to be deleted, so that nothing more of it is stored. */
  async close(id: string): Promise<void> {
    const closed = this.#live(id);
    await closed?.close();
    if (closed !== undefined) this.#background.delete(closed);
    if (closed === this.#shown) await this.open();
  }

  /** Reads a conversation again if it is shown and a program leads it. Where it cannot be read, it stays as it is. */
  async reload(id: string): Promise<void> {
    if (id !== this.id || this.#shown.client === undefined) return;
    const request = ++this.#opened;
    const next = await loadConversation(this.#options.store, id);
    if (request !== this.#opened || id !== this.id) return;
    this.#shown.replace(next);
    this.#changes.fire();
  }

  async refresh(id: string): Promise<void> {
    const live = this.#live(id);
    if (live === undefined) return;
    const { canisters, running } = live;
    const next = running ? undefined : await loadConversation(this.#options.store, id);
    // What was read lacks a turn that has begun since, or has even ended.
    if (next === undefined || live.running || live.canisters !== canisters) {
      void live.settled().then(() => this.refresh(id).catch(() => {}));
      return;
    }
    live.replace(next);
    this.#changes.fire();
  }

  async takeBackCompaction(compaction: string, isTakenBack: boolean): Promise<void> {
    const { id } = this;
    await this.#options.store.setTakenBack(id, { compaction, isTakenBack });
    await this.refresh(id);
  }

  /** Requests never leave out what is pinned. A running turn ends first. */
  async pin(canister: string, isPinned: boolean): Promise<void> {
    const { id } = this;
    await this.#options.store.setPinned(id, { canister, isPinned });
    await this.refresh(id);
  }

  #live(id: string): LiveConversation | undefined {
    return [this.#shown, ...this.#background].find(each => each.id === id);
  }

  async #find(id: string | undefined): Promise<LiveConversation> {
    if (id === undefined) return this.#enliven(this.#createNew());
    return this.#live(id) ?? this.#enliven(await loadConversation(this.#options.store, id));
  }

  #show(next: LiveConversation): void {
    if (this.#shown.isNeeded) this.#background.add(this.#shown);
    this.#background.delete(next);
    this.#shown = next;
    this.#changes.fire();
  }

  #createNew(): StoredConversation {
    return newConversation(this.#options.host.ids.next('conversation'));
  }

  #enliven(stored: StoredConversation): LiveConversation {
    return new LiveConversation(stored, {
      ...this.#options,
      isOffered: name => this.isOffered(name),
      listener: {
        changed: live => {
          if (!live.isNeeded) this.#background.delete(live);
          this.#changes.fire();
        },
        heard: (event, live) => {
          if (live === this.#shown) this.#events.fire(event);
        },
      },
    });
  }
}

/** Empty if it isn't part of the conversation. */
export function turnIn(
  { canisters }: Pick<LiveConversation, 'canisters'>,
  first: string,
): readonly Canister[] {
  return splitTurns(canisters).find(turn => turn[0]?.id === first) ?? [];
}
