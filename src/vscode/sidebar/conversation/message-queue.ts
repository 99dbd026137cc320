import { type Listen, listeners } from '../../../converser/async/listeners.ts';
import type { QueuedMessage } from '../../../sidebar/protocol.ts';

/** More than anybody writes during one answer. */
const mostMessages = 20;

/** Messages that you sent while a turn was running, oldest first. They wait for its answer. */
export class MessageQueue {
  readonly #changes = listeners<void>();
  #all: readonly QueuedMessage[] = [];
  #count = 0;

  get all(): readonly QueuedMessage[] {
    return this.#all;
  }

  get onDidChange(): Listen<void> {
    return this.#changes.listen;
  }

  /** Returns whether there was room for it. */
  add(text: string): boolean {
    if (this.#all.length >= mostMessages) return false;
    this.#set([...this.#all, { id: `queued-${++this.#count}`, text }]);
    return true;
  }

  /** Takes one out: the oldest, unless an id says which. Returns its text. */
  take(id = this.#all[0]?.id): string | undefined {
    const taken = this.#all.find(message => message.id === id);
    if (taken !== undefined) this.#set(this.#all.filter(message => message !== taken));
    return taken?.text;
  }

  takeAll(): readonly string[] {
    const texts = this.#all.map(({ text }) => text);
    if (texts.length > 0) this.#set([]);
    return texts;
  }

  #set(all: readonly QueuedMessage[]): void {
    this.#all = all;
    this.#changes.fire();
  }
}
