import assert from 'node:assert/strict';
import { atMost } from '../../../../src/converser/ground/async/at-most.ts';

describe('at most so many at a time', () => {
  it('run in the order of the calls, and the next as soon as one is done or has failed', async () => {
    const inTurn = atMost(2);
    const begun: number[] = [];
    const ends: (() => void)[] = [];
    const all = [0, 1, 2, 3].map(at =>
      inTurn(async () => {
        begun.push(at);
        await new Promise<void>(resolve => {
          ends[at] = resolve;
        });
        if (at === 1) throw new Error('failed');
        return at;
      }),
    );
    const settled = Promise.allSettled(all);
    await new Promise(setImmediate);
    assert.deepEqual(begun, [0, 1]);
    ends[1]?.();
    await new Promise(setImmediate);
    assert.deepEqual(begun, [0, 1, 2]);
    ends[0]?.();
    await new Promise(setImmediate);
    assert.deepEqual(begun, [0, 1, 2, 3]);
    for (const end of ends) end();
    assert.deepEqual(
      (await settled).map(each => (each.status === 'fulfilled' ? each.value : 'failed')),
      [0, 'failed', 2, 3],
    );
  });

  it('leave no place to one that comes later', async () => {
    const inTurn = atMost(1);
    let running = 0;
    let most = 0;
    const work = async () => {
      most = Math.max(most, ++running);
      await new Promise(setImmediate);
      running--;
    };
    const first = inTurn(work);
    const second = inTurn(work);
    await first;
    await Promise.all([second, inTurn(work), inTurn(work)]);
    assert.equal(most, 1);
  });
});
