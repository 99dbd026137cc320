import { aborted } from '../../../converser/async/abort.ts';
import type {
  ConverseEvent,
  Joined,
  TurnEnd,
  TurnStart,
} from '../../../converser/conversation/converse-event.ts';
import { stopped, unfinished } from '../../../converser/conversation/turn-end.ts';
import { errorData } from '../../../converser/errors.ts';
import type { Prompt } from '../../../converser/turn/converse-options.ts';
import { expand, type WrittenMessage } from './written-message.ts';

export interface SidebarTurnPorts {
  readonly converse: (prompt: Prompt, signal: AbortSignal) => AsyncIterable<ConverseEvent>;
  readonly store: (event: Joined | TurnEnd) => Promise<void>;
  /** Called when the turn shows something new other than by an event. */
  readonly onChange: () => void;
  readonly onEvent: (event: ConverseEvent) => void;
}

/** One turn of the sidebar, from what you wrote to the end. */
export class SidebarTurn {
  readonly #ports: SidebarTurnPorts;
  readonly #stop = new AbortController();
  #events: ConverseEvent[] = [];
  #isRunning = true;

  constructor(ports: SidebarTurnPorts) {
    this.#ports = ports;
  }

  /** What happened so far, deltas joined; empty when the turn could not start. */
  get events(): readonly ConverseEvent[] {
    return this.#events;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  stop(): void {
    this.#stop.abort();
  }

  /**
   * Runs the turn once. Until it is known what the message means, `beginning` is shown. Resolves with nothing where it
   * was stopped before the model was asked.
   */
  async run(message: WrittenMessage, beginning: TurnStart): Promise<TurnEnd | undefined> {
    this.#events = [beginning];
    try {
      this.#ports.onChange();
      const prompt = await this.#understand(message);
      return prompt === undefined ? undefined : await this.#converse(prompt);
    } finally {
      this.#isRunning = false;
    }
  }

  /** What a message means; nothing when the turn was stopped. */
  async #understand(message: WrittenMessage): Promise<Prompt | undefined> {
    try {
      const prompt = await expand(message, this.#stop.signal);
      if (prompt !== aborted) return prompt;
      this.#events.push(stopped());
      return undefined;
    } catch (cause) {
      this.#events = [];
      throw cause;
    }
  }

  async #converse(prompt: Prompt): Promise<TurnEnd | undefined> {
    const { converse, store, onChange } = this.#ports;
    this.#events = [];
    try {
      onChange();
      for await (const event of converse(prompt, this.#stop.signal)) {
        if (event.type === 'joined' || event.type === 'turn-end') await store(event);
        if (event.type === 'turn-end') {
          this.#events.push(event);
          return event;
        }
        this.#add(event);
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
