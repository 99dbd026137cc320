import assert from 'node:assert/strict';
import { atIntervals } from '../../../../src/converser/ground/async/at-intervals.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';

describe('values at intervals', () => {
  it('are the first one, and then the latest of each interval', async () => {
    const { clock } = createFakeHost();
    const passed: number[] = [];
    const { give } = atIntervals((value: number) => passed.push(value), { ms: 500, clock });
    for (const value of [1, 2, 3]) give(value);
    assert.deepEqual(passed, [1]);
    await clock.advance(499);
    assert.deepEqual(passed, [1]);
    await clock.advance(1);
    assert.deepEqual(passed, [1, 3]);
    give(4);
    assert.deepEqual(passed, [1, 3]);
    await clock.advance(500);
    await clock.advance(500);
    give(5);
    assert.deepEqual(passed, [1, 3, 4, 5]);
  });

  it('are passed on no more once they are disposed of', async () => {
    const { clock } = createFakeHost();
    const passed: number[] = [];
    const values = atIntervals((value: number) => passed.push(value), { ms: 500, clock });
    values.give(1);
    values.give(2);
    values.dispose();
    await clock.advance(1_000);
    assert.deepEqual(passed, [1]);
  });
});
