import type { Clock } from '../../converser/host.ts';
import { type Disposable, listeners } from '../../converser/listeners.ts';
import type { ServerHandlers } from './server-surroundings.ts';

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
}

/** Milliseconds between two signs of life. Nobody sets a time limit that is as short. */
const interval = 1_000;

export function createOpenQuestions(clock: Clock): OpenQuestions {
  const signs = listeners<void>();
  let open = 0;

  async function asked<T>(question: () => Promise<T>): Promise<T> {
    const over = new AbortController();
    open++;
    void giveSigns(over.signal);
    try {
      return await question();
    } finally {
      open--;
      over.abort('over');
      // What the server does now is measured from here.
      signs.fire();
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
      ...(elicit === undefined ? {} : { elicit: (params, by) => asked(() => elicit(params, by)) }),
      ...(sample === undefined ? {} : { sample: (params, by) => asked(() => sample(params, by)) }),
    }),
    whileOpen(waiting) {
      if (open > 0) waiting();
      return signs.listen(waiting);
    },
  };
}
