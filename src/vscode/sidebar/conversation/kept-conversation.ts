import { isInterruption } from '../../../converser/words/canister/interruption.ts';
import {
  beforeTurn,
  copyOf,
  createTurnKeeper,
  type KeepingPorts,
  loadConversation,
  type StoredConversation,
  type ToKeep,
} from '../../../store/stored-conversation.ts';

/** A conversation as the store has it, or will. */
export class KeptConversation {
  readonly #ports: KeepingPorts;
  #now: StoredConversation;

  constructor(stored: StoredConversation, ports: KeepingPorts) {
    this.#now = stored;
    this.#ports = ports;
  }

  get now(): StoredConversation {
    return this.#now;
  }

  get id(): string {
    return this.#now.conversation.id;
  }

  /** Others have written since, and this process knows nothing that isn't stored. */
  isBehind(bytesOfOthers: number): boolean {
    const { others = 0, unstored = [] } = this.#now;
    return others !== bytesOfOthers && unstored.every(isInterruption);
  }

  replace(stored: StoredConversation): void {
    this.#now = stored;
  }

  /** What you write in the conversation of a program goes into a copy, which the program does not see. */
  makeYours(createId: () => string): void {
    if (this.#now.client !== undefined) this.#now = copyOf(this.#now, createId());
  }

  keeping(): (event: ToKeep) => Promise<void> {
    const keep = createTurnKeeper(this.#now, this.#ports);
    return async event => {
      const kept = await keep(event);
      this.#now = { ...this.#now, ...kept };
    };
  }

  /** What runs goes on from before the turn, or from where you went back to: what followed stays as another version. Where nothing joins, all stays as it is. */
  async instead<T>(turn: string | undefined, run: () => Promise<T>): Promise<T> {
    const before = this.#now;
    const earlier = (turn === undefined ? undefined : beforeTurn(before, turn)) ?? {
      ...before,
      ahead: undefined,
    };
    this.#now = earlier;
    const { length } = earlier.conversation.canisters;
    try {
      return await run();
    } finally {
      const hasJoined = this.#now.conversation.canisters.length > length;
      this.#now = await this.#readAgain(hasJoined ? this.#now : before);
    }
  }

  /** Knows all versions then. What couldn't be stored isn't read. */
  async #readAgain(otherwise: StoredConversation): Promise<StoredConversation> {
    if (otherwise.unstored !== undefined && otherwise.unstored.length > 0) return otherwise;
    return loadConversation(this.#ports.store, this.id).catch(() => otherwise);
  }
}
