import type { Terminal } from './ask-permission.ts';

/** The last question on each screen. */
const last = new WeakMap<Terminal['output'], Promise<unknown>>();

/**
 * Asks when no other question on that screen waits for an answer. Otherwise each line that you type would answer
 * all of them.
 *
 * Contract: `ask` asks nothing if the answer is no longer needed.
 */
export function inTurn<T>({ output }: Terminal, ask: () => Promise<T>): Promise<T> {
  const before = last.get(output) ?? Promise.resolve();
  const answer = before.then(ask);
  last.set(
    output,
    answer.catch(() => {}),
  );
  return answer;
}
