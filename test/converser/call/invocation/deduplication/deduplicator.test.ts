import assert from 'node:assert/strict';
import { isDeepStrictEqual } from 'node:util';
import {
  createDeduplicator as createRealDeduplicator,
  type Deduplicator,
  type DeduplicatorPorts,
} from '../../../../../src/converser/call/invocation/deduplication/deduplicator.ts';
import type { ResultCanister } from '../../../../../src/converser/words/canister/canister.ts';
import { text } from '../../../../../src/converser/words/canister/content.ts';
import type { Deduplication } from '../../../../../src/converser/words/ensemble/invoker.ts';
import { callOf, resultNamed, testDeduplicator } from '../../../../contracts/deduplicator-contract.ts';
import { createFakeHost } from '../../../../fakes/fake-host.ts';
import { pluck } from '../../../pluck.ts';

function createDeduplicator(ports: Partial<DeduplicatorPorts> = {}): Deduplicator {
  return createRealDeduplicator({ ...createFakeHost(), ...ports });
}

/** Takes nothing for a repetition. */
function createNeverDeduplicator(): Deduplicator {
  return { once: async (_call, run) => ({ kind: 'ran', result: await run() }), forget() {} };
}

const strategies: Readonly<Record<string, Deduplication>> = {
  none: 'none',
  exact: 'exact',
  semantic: 'semantic',
  compared: 'compared',
  reuse: 'reuse',
  'exact with reuse': { strategies: ['exact', 'reuse'] },
  'semantic, compared and reuse': { strategies: ['semantic', 'compared', 'reuse'] },
  'exact in a window': { strategies: ['exact'], window: { seconds: 60, canisters: 10 } },
  'with a key of the user': { strategies: [], sameness: { key: args => JSON.stringify(args) } },
  'with a comparison of the user': {
    strategies: ['reuse'],
    sameness: { isSame: async (one, other) => isDeepStrictEqual(one, other) },
  },
};

for (const [name, deduplication] of Object.entries(strategies)) {
  testDeduplicator(name, createDeduplicator, deduplication);
}
testDeduplicator('that never deduplicates', createNeverDeduplicator);

const sayOnce = ({ kind, result }: Awaited<ReturnType<Deduplicator['once']>>) => `${kind} ${result.id}`;

describe('the exact deduplicator', () => {
  it('distinguishes other arguments, other tools and other types', async () => {
    const deduplicator = createDeduplicator();
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
    const deduplicator = createDeduplicator();
    const slow = Promise.withResolvers<ResultCanister>();
    let runs = 0;
    const run = () => {
      runs++;
      return slow.promise;
    };
    const calls = [1, 2, 3].map(() => deduplicator.once(callOf({}), run));
    slow.resolve(resultNamed('r1'));
    assert.deepEqual(pluck(await Promise.all(calls), 'kind'), ['ran', 'repeats', 'repeats']);
    assert.equal(runs, 1);
  });

  it('lets the next of several equal calls run when the one they wait for fails', async () => {
    const deduplicator = createDeduplicator();
    const results = [resultNamed('r1', true), resultNamed('r2')];
    const run = async () => results.shift() ?? resultNamed('too many');
    const calls = await Promise.all([1, 2, 3].map(() => deduplicator.once(callOf({}), run)));
    assert.deepEqual(calls.map(sayOnce), ['ran r1', 'ran r2', 'repeats r2']);
  });

  describe('of a tool whose answers are compared', () => {
    const compared = callOf({}, { deduplication: 'compared' });
    const saying = (id: string, said: string) => ({ ...resultNamed(id), content: [text(said)] });
    const run = (deduplicator: Deduplicator, result: ResultCanister) =>
      deduplicator.once(compared, async () => result);

    it('runs every call, and repeats an answer only while it is the same', async () => {
      const deduplicator = createDeduplicator();
      const calls = [];
      for (const [at, said] of ['one', 'one', 'two', 'two', 'one'].entries())
        calls.push(await run(deduplicator, saying(`r${at + 1}`, said)));
      assert.deepEqual(calls.map(sayOnce), ['ran r1', 'repeats r1', 'ran r3', 'repeats r3', 'ran r5']);
    });

    it('takes what people are shown, and a failure, for another answer', async () => {
      const deduplicator = createDeduplicator();
      await run(deduplicator, saying('r1', 'one'));
      assert.equal((await run(deduplicator, { ...saying('r2', 'one'), screen: 'One' })).kind, 'ran');
      assert.equal((await run(deduplicator, resultNamed('r3', true))).kind, 'ran');
      assert.equal((await run(deduplicator, { ...saying('r4', 'one'), screen: 'One' })).kind, 'repeats');
    });

    it('takes no images for the same', async () => {
      const deduplicator = createDeduplicator();
      const image = { type: 'image', mimeType: 'image/png', bytes: new Uint8Array([1]) } as const;
      await run(deduplicator, { ...resultNamed('r1'), content: [image] });
      assert.equal((await run(deduplicator, { ...resultNamed('r2'), content: [image] })).kind, 'ran');
    });
  });
});
