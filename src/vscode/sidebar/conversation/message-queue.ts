import { type Listen, listeners } from '../../../converser/ground/async/listeners.ts';
import type { Prompt } from '../../../converser/turn/converse-options.ts';
import type { QueuedMessage } from '../../../sidebar/protocol.ts';

const mostMessages = 20;

interface Waiting extends QueuedMessage {
  /** Absent until what the message names has been fetched. */
  readonly prompt?: Prompt;
}

/** If the answer is there before another round begins, messages for it begin their own turn, as all others do. */
export class MessageQueue {
  readonly #changes = listeners<void>();
  #all: readonly Waiting[] = [];
  #count = 0;

  get all(): readonly QueuedMessage[] {
    return this.#all.map(({ prompt: _meaning, ...message }) => message);
  }

  get onDidChange(): Listen<void> {
    return this.#changes.listen;
  }

  add(text: string): string | undefined {
    if (this.#all.length >= mostMessages) return undefined;
    const id = `queued-${++this.#count}`;
    const isCall = text.startsWith('/invoke ') ? { isCall: true as const } : {};
    this.#set([...this.#all, { id, text, when: 'after-answer', ...isCall }]);
    return id;
  }

  /** Returns the text, unless the message already waits for the next round or can't. */
  moveUp(id: string): string | undefined {
    const moved = this.#all.find(message => message.id === id);
    if (moved === undefined || moved.when === 'next-round' || moved.isCall) return undefined;
    const others = this.#all.filter(message => message !== moved);
    const at = others.filter(({ when }) => when === 'next-round').length;
    this.#set(others.toSpliced(at, 0, { ...moved, when: 'next-round' }));
    return moved.text;
  }

  /** Until it is known what one means, it stays here. */
  setPrompt(id: string, prompt: Prompt): void {
    this.#all = this.#all.map(message => (message.id === id ? { ...message, prompt } : message));
  }

  /** Stops at the first message whose meaning isn't known yet. */
  takeForRound(): readonly Prompt[] {
    const end = this.#all.findIndex(({ when, prompt }) => when !== 'next-round' || prompt === undefined);
    const taken = this.#all.slice(0, end === -1 ? undefined : end);
    if (taken.length > 0) this.#set(this.#all.slice(taken.length));
    return taken.flatMap(({ prompt }) => prompt ?? []);
  }

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

  #set(all: readonly Waiting[]): void {
    this.#all = all;
    this.#changes.fire();
  }
}
