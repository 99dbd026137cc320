type Step<T> = IteratorResult<readonly T[], undefined>;

/** Each group is a packet, and a short one costs as much as a long one. Nothing is waited for. */
export function joinOpening<T>(groups: AsyncIterable<readonly T[]>): AsyncIterator<readonly T[], undefined> {
  const source = groups[Symbol.asyncIterator]();
  let hasBegun = false;
  let awaited: Promise<Step<T>> | undefined;

  async function opening(): Promise<Step<T>> {
    const first = await source.next();
    if (first.done) return first;
    awaited = source.next();
    const second = await Promise.race([awaited, afterAllThatIsThere()]);
    if (second === undefined || second.done) return first;
    awaited = undefined;
    return { value: [...first.value, ...second.value], done: false };
  }

  return {
    next() {
      if (!hasBegun) {
        hasBegun = true;
        return opening();
      }
      const next = awaited ?? source.next();
      awaited = undefined;
      return next;
    },
    return: async () => (await source.return?.()) ?? { value: undefined, done: true },
  };
}

/** What is there already resolves before `setImmediate`. */
function afterAllThatIsThere(): Promise<undefined> {
  return new Promise(resolve => setImmediate(resolve, undefined));
}
