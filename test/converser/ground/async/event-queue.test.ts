import assert from 'node:assert/strict';
import { createEventQueue } from '../../../../src/converser/ground/async/event-queue.ts';

describe('the event queue', () => {
  it('gives what was pushed in its order, before and while someone waits, and ends', async () => {
    const queue = createEventQueue<number>();
    queue.push(1);
    const all = Array.fromAsync(queue.groups);
    queue.push(2);
    await new Promise(resolve => setImmediate(resolve));
    queue.push(3);
    queue.push(4);
    queue.end();
    assert.deepEqual((await all).flat(), [1, 2, 3, 4]);
  });

  it('gives what was pushed before the end to someone who comes after it', async () => {
    const queue = createEventQueue<number>();
    queue.push(1);
    queue.end();
    assert.deepEqual(await Array.fromAsync(queue.groups), [[1]]);
  });

  it('takes what is pushed while an event is being looked at', async () => {
    const queue = createEventQueue<number>();
    queue.push(1);
    const seen: number[] = [];
    for await (const [one = 0] of queue.groups) {
      seen.push(one);
      if (one < 3) queue.push(one + 1);
      else queue.end();
    }
    assert.deepEqual(seen, [1, 2, 3]);
  });
});
