import type { Terminal } from './ask-permission.ts';

/** What was asked last, by the screen that it stands on. */
const last = new WeakMap<Terminal['output'], Promise<unknown>>();

/**
 * Asks as soon as nothing else stands on the screen that waits for an answer, whoever put it there: of two questions
 * at once, every line would answer both.
 *
 * Contract: `ask` puts no question when nobody waits for the answer any more.
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
