import { type Disposable, listeners } from '../../../converser/async/listeners.ts';
import type { Clock } from '../../../converser/ports.ts';
import type { Asked, ServerHandlers } from '../connection/connection-ports.ts';

/**
 * What a server asks while it works on a call, and the calls that wait for the answers.
 *
 * A person takes longer to answer than a call may be silent. Which of several calls a server asks for is not always
 * told by the protocol, so all of them are told that somebody is being waited for.
 */
export interface OpenQuestions {
  /** The same handlers, whose questions count as open until they are answered. */
  attend(handlers: ServerHandlers): ServerHandlers;
  /** Calls `waiting` again and again for as long as a question is open, until what is returned is disposed. */
  whileOpen(waiting: () => void): Disposable;
  /**
   * Makes a request. What a server asks meanwhile is withdrawn once nobody waits any more for what it may be about:
   * until 2025-11-25 a request that is stopped takes none of the server's questions with it, and a person would be
   * left with one that is of no use.
   */
  during<T>(request: () => Promise<T>): Promise<T>;
}

interface Question {
  /** The requests that it may be for, as far as they are under way. */
  readonly requests: Set<object>;
  readonly withdrawn: AbortController;
  /** One of them was stopped, or failed. */
  isGivenUp: boolean;
}

/** Milliseconds between two signs of life. Nobody sets a time limit that is as short. */
const interval = 1_000;

export function createOpenQuestions(clock: Clock): OpenQuestions {
  const signs = listeners<void>();
  let open = 0;

  const running = new Set<object>();
  const unanswered = new Set<Question>();

  async function ask<T>(by: Asked, question: (by: Asked) => Promise<T>): Promise<T> {
    const over = new AbortController();
    const entry: Question = {
      requests: new Set(running),
      withdrawn: new AbortController(),
      isGivenUp: false,
    };
    open++;
    unanswered.add(entry);
    void giveSigns(over.signal);
    try {
      return await question({ ...by, signal: AbortSignal.any([by.signal, entry.withdrawn.signal]) });
    } finally {
      open--;
      unanswered.delete(entry);
      over.abort('over');
      // What the server does now is measured from here.
      signs.fire();
    }
  }

  function leave(request: object, { isGivenUp }: Pick<Question, 'isGivenUp'>): void {
    running.delete(request);
    for (const question of unanswered) {
      if (!question.requests.delete(request)) continue;
      question.isGivenUp ||= isGivenUp;
      // A request that has ended by itself may have left a question that goes on without it.
      if (question.requests.size === 0 && question.isGivenUp)
        question.withdrawn.abort('Nobody waits for it.');
    }
  }

  async function giveSigns(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      signs.fire();
      await clock.sleep(interval, signal);
    }
  }

  return {
    attend: ({ elicit, sample, ...others }) => ({
      ...others,
      ...(elicit === undefined ? {} : { elicit: (params, by) => ask(by, asked => elicit(params, asked)) }),
      ...(sample === undefined ? {} : { sample: (params, by) => ask(by, asked => sample(params, asked)) }),
    }),
    whileOpen(waiting) {
      if (open > 0) waiting();
      return signs.listen(waiting);
    },
    async during(request) {
      const entry = {};
      running.add(entry);
      let isGivenUp = true;
      try {
        const answer = await request();
        isGivenUp = false;
        return answer;
      } finally {
        leave(entry, { isGivenUp });
      }
    },
  };
}
