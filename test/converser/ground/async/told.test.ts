import assert from 'node:assert/strict';
import { type Tell, told } from '../../../../src/converser/ground/async/told.ts';

const counting = (last: number) => async (tell: Tell<number>) => {
  for (let next = 1; next <= last; next++) await tell([next]);
};

describe('what work tells', () => {
  it('is heard in its order, by several at once, too, and ends with the work', async () => {
    const groups = told<number>(async tell => {
      await tell([1]);
      void tell([2]);
      void tell([3]);
      await new Promise(resolve => setImmediate(resolve));
      await Promise.all([tell([4]), tell([]), tell([5])]);
    });
    assert.deepEqual((await Array.fromAsync(groups)).flat(), [1, 2, 3, 4, 5]);
  });

  it('goes on once it was heard, and not before', async () => {
    let done = 0;
    const groups = told<number>(async tell => {
      for (; done < 3; done++) await tell([done]);
    });
    for await (const [one] of groups) assert.equal(done, one);
    assert.equal(done, 3);
  });

  it('ends the work, and waits for that, when its listener leaves', async () => {
    let ended = false;
    const groups = told<number>(async tell => {
      try {
        void tell([1]).catch(() => {});
        await counting(9)(tell);
      } finally {
        await new Promise(resolve => setImmediate(resolve));
        await assert.rejects(tell([]));
        ended = true;
      }
    });
    for await (const _group of groups) break;
    assert.equal(ended, true);
  });

  it('fails with the work', async () => {
    const failing = told<number>(async tell => {
      await tell([1]);
      throw new Error('broken');
    });
    await assert.rejects(Array.fromAsync(failing), /broken/);
  });
});
