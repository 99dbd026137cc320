import type { PageMemory } from '../page/page-memory.ts';

interface RecallPorts {
  readonly prompts: () => readonly string[];
  readonly memory: () => Pick<PageMemory, 'sent'>;
  readonly isEmpty: () => boolean;
  readonly fill: (text: string) => void;
}

/** Your earlier messages, as a shell recalls commands: the arrow keys lead through them from an empty field. */
export class RecalledMessages {
  readonly #ports: RecallPorts;

  /** Counted from the last of `#all`. */
  #recalled: number | undefined;

  constructor(ports: RecallPorts) {
    this.#ports = ports;
  }

  /** Says whether the key is used up. */
  recall(step: 1 | -1): boolean {
    if (this.#recalled === undefined && (step === -1 || !this.#ports.isEmpty())) return false;
    const next = (this.#recalled ?? -1) + step;
    const text = next === -1 ? '' : this.#all.at(-1 - next);
    if (text === undefined || next < -1) return this.#recalled !== undefined;
    this.#ports.fill(text);
    this.#recalled = next === -1 ? undefined : next;
    return true;
  }

  /** What stands in the field is your own again. */
  leave(): void {
    this.#recalled = undefined;
  }

  get #all(): readonly string[] {
    const { sent } = this.#ports.memory();
    return [...this.#ports.prompts().filter(prompt => !sent.includes(prompt)), ...sent];
  }
}
