import type { UserTime } from '../../../converser/call/invocation/user-time.ts';
import { type Disposable, listeners } from '../../../converser/ground/async/listeners.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { AskCaller } from '../../../converser/words/ensemble/invoker.ts';
import type { Asked, ServerHandlers, WaitForUser } from '../connection/connection-ports.ts';

/** The protocol doesn't always say which call a question belongs to, so it is a sign of life for all of them. */
export interface PendingQuestions {
  track(handlers: ServerHandlers): ServerHandlers;
  whileOpen(onWaiting: () => void): Disposable;
  /** Until 2025-11-25 a stopped request leaves its questions open. `askCaller` answers those of no other request. */
  during<T>(request: () => Promise<T>, askCaller?: AskCaller): Promise<T>;
}

interface Running {
  readonly askCaller: AskCaller | undefined;
}

interface Question {
  readonly requests: Set<object>;
  readonly withdrawn: AbortController;
  isGivenUp: boolean;
}

/** In milliseconds between two signs of life, far below any time limit. */
const interval = 1_000;

export function createPendingQuestions(clock: Clock, userTime: UserTime): PendingQuestions {
  const signs = createSignsOfLife(clock);
  const running = new Set<Running>();
  const unanswered = new Set<Question>();

  async function ask<T>(by: Asked, question: (by: Asked, askCaller?: AskCaller) => Promise<T>): Promise<T> {
    const [only, ...others] = running;
    const askCaller = others.length === 0 ? only?.askCaller : undefined;
    const entry = { requests: new Set(running), withdrawn: new AbortController(), isGivenUp: false };
    unanswered.add(entry);
    const stopSigns = signs.begin();
    try {
      const signal = AbortSignal.any([by.signal, entry.withdrawn.signal]);
      return await question({ ...by, signal }, askCaller);
    } finally {
      unanswered.delete(entry);
      stopSigns();
    }
  }

  return {
    track: handlers => withQuestions(handlers, ask, waitsFor(userTime)),
    whileOpen(onWaiting) {
      if (unanswered.size > 0) onWaiting();
      return signs.listen(onWaiting);
    },
    async during(request, askCaller) {
      const entry = { askCaller };
      running.add(entry);
      let isGivenUp = true;
      try {
        const answer = await request();
        isGivenUp = false;
        return answer;
      } finally {
        running.delete(entry);
        withdrawOrphans(unanswered, { request: entry, isGivenUp });
      }
    },
  };
}

/** Fires repeatedly, from `begin` until what that returned is called, and once more then. */
function createSignsOfLife(clock: Clock) {
  const signs = listeners<void>();

  async function repeat(signal: AbortSignal): Promise<void> {
    while (!signal.aborted) {
      signs.fire();
      await clock.sleep(interval, signal);
    }
  }

  return {
    listen: signs.listen,
    begin(): () => void {
      const over = new AbortController();
      void repeat(over.signal);
      return () => {
        over.abort('over');
        signs.fire();
      };
    },
  };
}

type Ask = <T>(by: Asked, question: (by: Asked, askCaller?: AskCaller) => Promise<T>) => Promise<T>;

function waitsFor(userTime: UserTime): WaitForUser {
  return async answer => {
    const end = userTime.begin();
    try {
      return await answer();
    } finally {
      end();
    }
  };
}

function withQuestions(
  { elicit, sample, ...others }: ServerHandlers,
  ask: Ask,
  waitForUser: WaitForUser,
): ServerHandlers {
  return {
    ...others,
    ...defined({
      elicit:
        elicit &&
        ((params: Parameters<typeof elicit>[0], by: Asked) =>
          ask(by, (asked, askCaller) =>
            waitForUser(async () => {
              if (askCaller === undefined) return elicit(params, asked);
              const { elicitFromCaller } = await import('../elicitation/elicit-from-caller.ts');
              return (await elicitFromCaller(params, asked, askCaller)) ?? elicit(params, asked);
            }),
          )),
      sample:
        sample &&
        // Only the question is yours to answer; the model's time is the server's.
        ((params: Parameters<typeof sample>[0], by: Asked) =>
          ask(by, asked => sample(params, { ...asked, waitForUser }))),
    }),
  };
}

interface EndedRequest {
  readonly request: object;
  readonly isGivenUp: boolean;
}

function withdrawOrphans(questions: ReadonlySet<Question>, { request, isGivenUp }: EndedRequest): void {
  for (const question of questions) {
    if (!question.requests.delete(request)) continue;
    question.isGivenUp ||= isGivenUp;
    // After requests that succeeded, a question may stand on its own.
    if (question.requests.size === 0 && question.isGivenUp)
      question.withdrawn.abort('The request that it belonged to is over.');
  }
}
