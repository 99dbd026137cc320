export function groupsInSuccession<T>(
  streams: AsyncGenerator<AsyncIterable<readonly T[]>, void>,
): AsyncIterable<readonly T[]> {
  let groups: AsyncIterator<readonly T[]> | undefined;
  let isLeft = false;
  async function begin(): Promise<IteratorResult<readonly T[]>> {
    const { value: stream, done } = await streams.next();
    if (done || isLeft) return over;
    groups = stream[Symbol.asyncIterator]();
    return next();
  }
  function take(read: IteratorResult<readonly T[]>) {
    if (!read.done) return read;
    groups = undefined;
    return next();
  }
  function next(): Promise<IteratorResult<readonly T[]>> {
    return groups === undefined ? begin() : groups.next().then(take);
  }
  async function close(): Promise<IteratorReturnResult<undefined>> {
    isLeft = true;
    await groups?.return?.();
    await streams.return();
    return over;
  }
  return { [Symbol.asyncIterator]: () => ({ next, return: close }) };
}

const over = { value: undefined, done: true } as const;
