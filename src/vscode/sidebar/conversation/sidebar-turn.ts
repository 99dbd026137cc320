import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import { errorData } from '../../../converser/ground/errors.ts';
import type { Prompt } from '../../../converser/turn/converse-options.ts';
import type {
  ConverseEvent,
  Joined,
  TurnEnd,
  TurnStart,
} from '../../../converser/words/conversation/converse-event.ts';
import { stopped, unfinished } from '../../../converser/words/conversation/turn-end.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import { expand, type WrittenMessage } from './written-message.ts';

export interface SidebarTurnPorts {
  /** The turn can't start if this rejects. */
  readonly model: Promise<Model>;
  readonly converse: (asked: AskedModel, signal: AbortSignal) => AsyncIterable<ConverseEvent>;
  readonly store: (event: TurnStart | Joined | TurnEnd) => Promise<void>;
  /** Only changes that no event reports call this. */
  readonly onChange: () => void;
  readonly onEvent: (event: ConverseEvent) => void;
}

export interface AskedModel {
  readonly prompt: Prompt;
  readonly model: Model;
}

export class SidebarTurn {
  readonly #ports: SidebarTurnPorts;
  readonly #stop = new AbortController();
  #events: ConverseEvent[] = [];
  #isRunning = true;

  constructor(ports: SidebarTurnPorts) {
    this.#ports = ports;
  }

  /** Deltas are joined; empty when the turn could not start. */
  get events(): readonly ConverseEvent[] {
    return this.#events;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  stop(): void {
    this.#stop.abort();
  }

  /** `beginning` is shown at first. Resolves with nothing where the turn was stopped before the model was asked. */
  async run(message: WrittenMessage, beginning: TurnStart): Promise<TurnEnd | undefined> {
    this.#events = [beginning];
    try {
      this.#ports.onChange();
      const asked = await this.#prepare(message);
      return asked === undefined ? undefined : await this.#converse(asked);
    } finally {
      this.#isRunning = false;
    }
  }

  async #prepare(message: WrittenMessage): Promise<AskedModel | undefined> {
    const { signal } = this.#stop;
    try {
      const [prompt, model] = await Promise.all([
        expand(message, signal),
        orAborted(this.#ports.model, signal),
      ]);
      if (prompt !== aborted && model !== aborted) return { prompt, model };
      this.#events.push(stopped());
      return undefined;
    } catch (cause) {
      this.#events = [];
      throw cause;
    }
  }

  async #converse(asked: AskedModel): Promise<TurnEnd | undefined> {
    const { converse, store, onChange } = this.#ports;
    this.#events = [];
    try {
      onChange();
      for await (const event of converse(asked, this.#stop.signal)) {
        if (event.type === 'turn-start' || event.type === 'joined' || event.type === 'turn-end')
          await store(event);
        // The next turn can begin before a state is posted.
        this.#add(event);
        if (event.type === 'turn-end') return event;
      }
      return undefined;
    } catch (cause) {
      this.#events.push(unfinished('failed', errorData(cause)));
      throw cause;
    }
  }

  /** Deltas of the same kind are joined, so that a page that opens later has little to read. */
  #add(event: ConverseEvent): void {
    const last = this.#events.at(-1);
    const isDelta = event.type === 'text-delta' || event.type === 'reasoning-delta';
    if (isDelta && last?.type === event.type)
      this.#events[this.#events.length - 1] = { ...event, text: last.text + event.text };
    else this.#events.push(event);
    this.#ports.onEvent(event);
  }
}
