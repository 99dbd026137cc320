import { type Listen, listeners } from '../../../converser/ground/async/listeners.ts';
import { countText } from '../../../converser/ground/wording/numbers.ts';
import type { Canister } from '../../../converser/words/canister/canister.ts';
import type { ConverseEvent } from '../../../converser/words/conversation/converse-event.ts';
import { reviewModeName } from '../../../converser/words/conversation/mode.ts';
import { isPrivate, privateIds } from '../../../converser/words/conversation/private.ts';
import { titleOf } from '../../../store/conversation-title.ts';
import {
  loadConversation,
  newConversation,
  type StoredConversation,
} from '../../../store/stored-conversation.ts';
import { turnIn } from '../history/split-turns.ts';
import type { ChosenEfforts } from './chosen-by-conversation.ts';
import type { ConversationModes } from './conversation-modes.ts';
import { LiveConversation, type LiveConversationPorts } from './live-conversation.ts';

export interface ConversationPoolOptions
  extends Pick<LiveConversationPorts, 'runTurn' | 'compact' | 'store' | 'host' | 'questions'> {
  readonly efforts: ChosenEfforts;
  readonly modes: ConversationModes;
}

export interface HeardEvent {
  readonly event: ConverseEvent;
  readonly conversation: LiveConversation;
}

/** A conversation is here once, however many pages show it, and stays while one holds it or its turn runs. */
export class ConversationPool {
  readonly #options: ConversationPoolOptions;
  readonly #changes = listeners<void>();
  readonly #events = listeners<HeardEvent>();
  readonly #closes = listeners<LiveConversation>();
  readonly #withheld = new Set<string>();
  readonly #live = new Set<LiveConversation>();

  constructor(options: ConversationPoolOptions) {
    this.#options = options;
  }

  get allRunning(): readonly string[] {
    return [...this.#live].flatMap(each => (each.running ? [each.id] : []));
  }

  get onDidChange(): Listen<void> {
    return this.#changes.listen;
  }

  get onEvent(): Listen<HeardEvent> {
    return this.#events.listen;
  }

  get onDidClose(): Listen<LiveConversation> {
    return this.#closes.listen;
  }

  /** A tool that is off is off for all: turns go on where no page shows them, and conversations move between pages. */
  isOffered(name: string): boolean {
    return !this.#withheld.has(name);
  }

  setOffered(name: string, offered: boolean): void {
    if (offered) this.#withheld.delete(name);
    else this.#withheld.add(name);
    this.#changes.fire();
  }

  /** Tells all pages of what was chosen for a conversation. */
  changed(): void {
    this.#changes.fire();
  }

  find(id: string): LiveConversation | undefined {
    return [...this.#live].find(each => each.id === id);
  }

  begin(): LiveConversation {
    return this.enliven(newConversation(this.#options.host.ids.next('conversation')));
  }

  /** Begins a new one without an id. Hold what you open: the pool drops the others with their next change. */
  async open(id?: string): Promise<LiveConversation> {
    if (id === undefined) return this.begin();
    const stored = this.find(id) ?? (await loadConversation(this.#options.store, id));
    // Another page may have opened it meanwhile.
    return this.find(id) ?? (stored instanceof LiveConversation ? stored : this.enliven(stored));
  }

  /** Goes on from the end of the turn, in a conversation of its own. */
  async fork(turn: string, from: LiveConversation): Promise<string | undefined> {
    const last = turnIn(from, turn).at(-1);
    if (last === undefined) return undefined;
    const kept = from.canisters.slice(0, from.canisters.indexOf(last) + 1);
    const id = await this.#copy(kept, from);
    const { store } = this.#options;
    const named = (await store.list()).find(each => each.id === from.id)?.title ?? titleOf(kept);
    await store.rename(id, `Fork: ${named.replace(/^Fork: /, '')}`);
    return id;
  }

  /** Goes on from before the turn, in the background, where edits wait for your review. */
  async forkBefore(turn: string, from: LiveConversation): Promise<LiveConversation> {
    const { efforts, modes, store } = this.#options;
    const [first] = turnIn(from, turn);
    const { canisters } = from;
    const kept = canisters.slice(0, first === undefined ? 0 : canisters.indexOf(first));
    const id = await this.#copy(kept, from);
    const chosen = modes.chosen(from.id);
    const isReading = modes.all.find(({ name }) => name === chosen)?.readOnly === true;
    modes.choose(id, isReading && chosen !== undefined ? chosen : reviewModeName);
    efforts.choose(id, efforts.of(from.id));
    return this.enliven(kept.length === 0 ? newConversation(id) : await loadConversation(store, id));
  }

  async #copy(kept: readonly Canister[], { id: from, thoughts }: LiveConversation): Promise<string> {
    const { store, host } = this.#options;
    const id = host.ids.next(isPrivate(from) ? privateIds : 'conversation');
    if (kept.length > 0)
      await store.append(id, kept, { thoughts: kept.flatMap(each => thoughts.get(each.id) ?? []) });
    return id;
  }

  stopAll(): void {
    for (const each of this.#live) each.stop();
  }

  /** Stops a conversation that is to be deleted, so that nothing more of it is stored. */
  async close(id: string): Promise<void> {
    const closed = this.find(id);
    if (closed === undefined) return;
    await closed.close();
    this.#live.delete(closed);
    this.#closes.fire(closed);
    this.#changes.fire();
  }

  /** Another window may have gone on with it, or changed it. A turn that runs here ends first. */
  async follow(id: string): Promise<void> {
    await this.find(id)?.settled();
    if (this.find(id) !== undefined && !this.isCurrent(id)) await this.refresh(id, { grows: true });
  }

  /** Says whether a live conversation has all that is in its file. */
  isCurrent(id: string): boolean {
    return this.find(id)?.isBehind(this.#options.store.bytesOfOthers(id)) === false;
  }

  /** Shows what has been stored of it. A running turn ends first; where it can't be read, it stays as it is. */
  async refresh(id: string, how: { readonly grows?: boolean } = {}): Promise<void> {
    const live = this.find(id);
    if (live === undefined) return;
    const { canisters, running } = live;
    const next = running ? undefined : await loadConversation(this.#options.store, id, how);
    // What was read lacks a turn that has begun since, or has even ended.
    if (next === undefined || live.running || live.canisters !== canisters) {
      void live.settled().then(() => this.refresh(id, how).catch(() => {}));
      return;
    }
    // Your message may have made a copy of a program's conversation.
    if (live.id !== id) return;
    live.replace(next);
    this.#changes.fire();
  }

  enliven(stored: StoredConversation): LiveConversation {
    if (stored.damaged !== undefined)
      this.#options.host.alerts.warn(
        `Of a conversation, ${countText(stored.damaged, 'record')} can’t be read, and what they said is missing. They stay in its file.`,
      );
    const live = new LiveConversation(stored, {
      ...this.#options,
      isOffered: name => this.isOffered(name),
      listener: {
        changed: changed => {
          if (!changed.isNeeded) this.#live.delete(changed);
          this.#changes.fire();
        },
        heard: (event, conversation) => this.#events.fire({ event, conversation }),
      },
    });
    this.#live.add(live);
    return live;
  }
}
