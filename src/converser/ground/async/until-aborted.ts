import { onceAborted } from './abort.ts';
import { groupsOf, inGroups } from './flow.ts';

/** A stream that hangs is left behind: it knows of the abort. */
export function groupsUntil<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<readonly T[]> {
  const groups = groupsOf(items)[Symbol.asyncIterator]();
  let stopWaiting = () => {};
  // One listener serves the whole stream: a reply may have thousands of groups.
  const stopListening = onceAborted(signal, () => stopWaiting());
  async function leave(): Promise<IteratorReturnResult<undefined>> {
    stopListening();
    void (async () => groups.return?.())().catch(() => {});
    return over;
  }
  return {
    [Symbol.asyncIterator]: () => ({
      next: () =>
        new Promise<IteratorResult<readonly T[], undefined>>((resolve, reject) => {
          stopWaiting = () => resolve(leave());
          if (signal.aborted) return stopWaiting();
          groups.next().then(
            read => resolve(read.done ? leave() : read),
            cause => {
              stopListening();
              reject(cause);
            },
          );
        }),
      return: leave,
    }),
  };
}

export function untilAborted<T>(items: AsyncIterable<T>, signal: AbortSignal): AsyncIterable<T> {
  return inGroups(groupsUntil(items, signal));
}

const over = { value: undefined, done: true } as const;
