import type { Prompt, Steering } from '../../../converser/turn/converse-options.ts';
import type { MessageQueue } from './message-queue.ts';

/** What you want of the turn that runs: that it reads more before its next round, or ends before that. */
export class TurnSteering implements Steering {
  readonly #queue: Pick<MessageQueue, 'takeForRound'>;
  #endsTurn = false;

  constructor(queue: Pick<MessageQueue, 'takeForRound'>) {
    this.#queue = queue;
  }

  get endsTurn(): boolean {
    return this.#endsTurn;
  }

  take(): readonly Prompt[] {
    return this.#queue.takeForRound();
  }

  /** Returns whether that is news. */
  setEndsTurn(ends: boolean): boolean {
    const isNews = ends !== this.#endsTurn;
    this.#endsTurn = ends;
    return isNews;
  }
}
