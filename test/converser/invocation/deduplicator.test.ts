import assert from 'node:assert/strict';
import type { ResultCanister } from '../../../src/converser/canister/canister.ts';
import {
  createExactDeduplicator,
  type Deduplicator,
} from '../../../src/converser/invocation/deduplicator.ts';
import { callOf, resultNamed, testDeduplicator } from '../../contracts/deduplicator-contract.ts';

/** Takes nothing for a repetition. */
function createNeverDeduplicator(): Deduplicator {
  return { once: async (_call, run) => ({ kind: 'ran', result: await run() }), forget() {} };
}

testDeduplicator('exact', createExactDeduplicator);
testDeduplicator('that never deduplicates', createNeverDeduplicator);

describe('the exact deduplicator', () => {
  it('takes equal arguments for a repetition, whatever the order of their keys', async () => {
    const deduplicator = createExactDeduplicator();
    await deduplicator.once(callOf({ a: 1, b: { c: 2, d: [3] } }), async () => resultNamed('r1'));
    const again = await deduplicator.once(callOf({ b: { d: [3], c: 2 }, a: 1 }), async () =>
      resultNamed('r2'),
    );
    assert.deepEqual(again, { kind: 'repeats', result: resultNamed('r1') });
  });

  it('distinguishes other arguments, other tools and other types', async () => {
    const deduplicator = createExactDeduplicator();
    await deduplicator.once(callOf({ a: 1 }), async () => resultNamed('r1'));
    const others = [
      callOf({ a: '1' }),
      callOf({ a: 1, b: null }),
      callOf({}),
      callOf({ a: 1 }, { name: 'list' }),
      callOf({ a: 1 }, { ensemble: 'other' }),
    ];
    for (const other of others) {
      assert.equal((await deduplicator.once(other, async () => resultNamed('r2'))).kind, 'ran');
    }
  });

  it('lets one of several equal calls at once run, and the others wait for it', async () => {
    const deduplicator = createExactDeduplicator();
    const slow = Promise.withResolvers<ResultCanister>();
    let runs = 0;
    const run = () => {
      runs++;
      return slow.promise;
    };
    const calls = [1, 2, 3].map(() => deduplicator.once(callOf({}), run));
    slow.resolve(resultNamed('r1'));
    assert.deepEqual(
      (await Promise.all(calls)).map(({ kind }) => kind),
      ['ran', 'repeats', 'repeats'],
    );
    assert.equal(runs, 1);
  });

  it('lets the next of several equal calls run when the one they wait for fails', async () => {
    const deduplicator = createExactDeduplicator();
    const results = [resultNamed('r1', true), resultNamed('r2')];
    const run = async () => results.shift() ?? resultNamed('too many');
    const calls = await Promise.all([1, 2, 3].map(() => deduplicator.once(callOf({}), run)));
    assert.deepEqual(
      calls.map(({ kind, result }) => `${kind} ${result.id}`),
      ['ran r1', 'ran r2', 'repeats r2'],
    );
  });

  it('runs every call of a tool that is not to be deduplicated', async () => {
    const deduplicator = createExactDeduplicator();
    const call = callOf({}, { deduplication: 'none' });
    await deduplicator.once(call, async () => resultNamed('r1'));
    assert.equal((await deduplicator.once(call, async () => resultNamed('r2'))).kind, 'ran');
  });
});
