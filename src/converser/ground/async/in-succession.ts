import { type Flow, flowing, flowOf, type InGroups, type Taker } from './flow.ts';

export function inSuccession<T>(streams: AsyncGenerator<AsyncIterable<T>, void>): InGroups<T> {
  let current: Flow<T> | undefined;
  let isOver = false;
  let isLeft = false;

  async function goOn(taker: Taker<T>): Promise<void> {
    if (isOver) await current?.leave();
    const { value: stream, done } = await streams.next();
    if (done || isLeft) return taker.take([], true);
    current = flowOf(stream);
    isOver = false;
    const first = current.begin();
    if (first.length > 0) taker.take(first, false);
    else pullFrom(current, taker);
  }
  function pullFrom(flow: Flow<T>, taker: Taker<T>): void {
    flow.pull({
      take(items, isLast) {
        isOver = isLast;
        if (isLast && items.length === 0) goOn(taker).catch(taker.fail);
        else taker.take(items, false);
      },
      fail: taker.fail,
    });
  }
  return flowing({
    begin: () => [],
    pull(taker) {
      if (current === undefined || isOver) goOn(taker).catch(taker.fail);
      else pullFrom(current, taker);
    },
    async leave() {
      isLeft = true;
      await current?.leave();
      await streams.return();
    },
  });
}
