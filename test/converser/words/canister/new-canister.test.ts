import assert from 'node:assert/strict';
import { newCanister } from '../../../../src/converser/words/canister/new-canister.ts';

describe('a new canister', () => {
  it('has the time of its making, whatever was made before it', () => {
    for (const [at, time] of [0, 0, 1_767_225_600_123, 1_767_225_600_123, 0, 1_767_225_600_124].entries()) {
      const { id, timestamp } = newCanister('user', {
        ids: { next: prefix => `${prefix}-${at}` },
        clock: { now: () => new Date(time) },
      });
      assert.deepEqual([id, timestamp], [`user-${at}`, new Date(time).toISOString()]);
    }
  });
});
