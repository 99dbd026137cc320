import assert from 'node:assert/strict';
import { getEventListeners } from 'node:events';
import { aborted, orAborted, stopWith } from '../../../../src/converser/ground/async/abort.ts';
import { untilAborted } from '../../../../src/converser/ground/async/flow.ts';

const never = new AbortController().signal;

async function* count(upTo: number, onReturn: () => void = () => {}) {
  try {
    for (let number = 1; number <= upTo; number++) yield number;
  } finally {
    onReturn();
  }
}

describe('a stream until its signal aborts', () => {
  it('has all items of a stream that ends', async () => {
    assert.deepEqual(await Array.fromAsync(untilAborted(count(3), never)), [1, 2, 3]);
  });

  it('ends at once when the stream hangs', async () => {
    const button = new AbortController();
    const hangs = { [Symbol.asyncIterator]: () => ({ next: () => new Promise<never>(() => {}) }) };
    const all = Array.fromAsync(untilAborted(hangs, button.signal));
    button.abort();
    assert.deepEqual(await all, []);
  });

  it('ends at once when the stream does not heed the signal and never pauses', async () => {
    const button = new AbortController();
    const seen: number[] = [];
    for await (const number of untilAborted(count(Infinity), button.signal)) {
      if (seen.push(number) === 5) button.abort();
    }
    assert.deepEqual(seen, [1, 2, 3, 4, 5]);
  });

  it('ends the stream when its consumer leaves', async () => {
    let returned = false;
    for await (const number of untilAborted(
      count(9, () => (returned = true)),
      never,
    )) {
      if (number === 2) break;
    }
    assert.equal(returned, true);
  });

  it('leaves nothing behind at the signal, however it ends', async () => {
    const { signal } = new AbortController();
    await Array.fromAsync(untilAborted(count(3), signal));
    for await (const number of untilAborted(count(9), signal)) if (number === 2) break;
    const fails = { [Symbol.asyncIterator]: () => ({ next: () => Promise.reject(new Error('broken')) }) };
    await assert.rejects(Array.fromAsync(untilAborted(fails, signal)), /broken/);
    assert.deepEqual(getEventListeners(signal, 'abort'), []);
  });

  it('passes on the fault of a stream, and swallows one that comes too late', async () => {
    const fails = async function* () {
      yield 1;
      throw new Error('broken');
    };
    await assert.rejects(Array.fromAsync(untilAborted(fails(), never)), /broken/);
    const failsToEnd = {
      [Symbol.asyncIterator]: () => ({
        next: async () => ({ done: false as const, value: 1 }),
        return: () => Promise.reject(new Error('too late')),
      }),
    };
    for await (const one of untilAborted(failsToEnd, never)) {
      assert.equal(one, 1);
      break;
    }
  });
});

describe('work until its signal aborts', () => {
  it('has the outcome of the work when that is faster', async () => {
    assert.equal(await orAborted(Promise.resolve(1), never), 1);
    await assert.rejects(orAborted(Promise.reject(new Error('broken')), never), /broken/);
  });

  it('is aborted when the signal is faster, or was before', async () => {
    const button = new AbortController();
    const waiting = orAborted(new Promise(() => {}), button.signal);
    button.abort();
    assert.equal(await waiting, aborted);
    assert.equal(await orAborted(new Promise(() => {}), button.signal), aborted);
  });

  it('swallows a fault that comes too late', async () => {
    const button = new AbortController();
    const work = Promise.withResolvers<never>();
    const waiting = orAborted(work.promise, button.signal);
    button.abort();
    work.reject(new Error('too late'));
    assert.equal(await waiting, aborted);
  });
});

describe('a controller that stops with a signal', () => {
  it('aborts when the signal does, with its reason', () => {
    const outer = new AbortController();
    const { controller } = stopWith(outer.signal);
    outer.abort('why');
    assert.equal(controller.signal.reason, 'why');
  });

  it('is aborted when the signal was before', () => {
    assert.ok(stopWith(AbortSignal.abort()).controller.signal.aborted);
  });

  it('leaves the signal alone when it aborts by itself', () => {
    const outer = new AbortController();
    stopWith(outer.signal).controller.abort();
    assert.ok(!outer.signal.aborted);
  });

  it('leaves nothing behind at the signal when it is released', () => {
    const outer = new AbortController();
    const { controller, release } = stopWith(outer.signal);
    release();
    assert.deepEqual(getEventListeners(outer.signal, 'abort'), []);
    outer.abort();
    assert.ok(!controller.signal.aborted);
  });
});
