import assert from 'node:assert/strict';
import type { Deduplicator } from '../../src/converser/call/invocation/deduplication/deduplicator.ts';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import {
  type InvocationCanister,
  ordinaryMarks,
  type ResultCanister,
} from '../../src/converser/words/canister/canister.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import type { Call } from '../../src/converser/words/ensemble/call.ts';
import type { Deduplication } from '../../src/converser/words/ensemble/invoker.ts';
import { createFakeInvoker } from '../fakes/fake-ensemble.ts';

const invoker = createFakeInvoker({ name: 'read', invocable: () => 'unused' });

/** A call of a tool that may be deduplicated. */
export function callOf(args: JsonObject, given: Partial<Call['invoker']> = {}): Call {
  const invocation: InvocationCanister = {
    id: 'call-1',
    role: 'invocation',
    timestamp: '2026-01-01T00:00:00.000Z',
    content: [],
    marks: ordinaryMarks,
    ensemble: 'fake',
    name: given.name ?? 'read',
    arguments: args,
  };
  return { conversationId: 'c', invocation, invoker: { ...invoker, ...given } };
}

export function resultNamed(id: string, isFailure = false): ResultCanister {
  return {
    id,
    role: 'result',
    timestamp: '2026-01-01T00:00:00.000Z',
    content: [text(id)],
    marks: ordinaryMarks,
    invocationId: 'call-1',
    ...(isFailure ? { failure: { kind: 'execution', message: 'failed' } } : {}),
  };
}

/** A run that has begun and ends later. */
function slowRun() {
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>();
  const { promise: result, resolve: end } = Promise.withResolvers<ResultCanister>();
  const run = () => {
    begin();
    return result;
  };
  return { run, begun, end: () => end(resultNamed('r1')) };
}

/** What every deduplicator keeps to, however much or little it takes for a repetition. */
export function testDeduplicator(
  name: string,
  create: () => Deduplicator,
  deduplication: Deduplication = 'exact',
): void {
  const call = (args: JsonObject) => callOf(args, { deduplication });
  const giving = (deduplicator: Deduplicator, id: string, isFailure = false) =>
    deduplicator.once(call({ a: 1 }), async () => resultNamed(id, isFailure));
  const runsAgain = async (deduplicator: Deduplicator) =>
    assert.deepEqual(await giving(deduplicator, 'r2'), { kind: 'ran', result: resultNamed('r2') });
  describe(`the deduplicator ${name} keeps the contract`, () => {
    it('runs the first call and gives its result', async () => {
      assert.deepEqual(await giving(create(), 'r1'), { kind: 'ran', result: resultNamed('r1') });
    });

    it('either runs a call or names the earlier result it repeats', async () => {
      const deduplicator = create();
      await giving(deduplicator, 'r1');
      const again = await giving(deduplicator, 'r2');
      assert.equal(again.result.id, again.kind === 'ran' ? 'r2' : 'r1');
    });

    it('never repeats a failed result', async () => {
      const deduplicator = create();
      await giving(deduplicator, 'r1', true);
      await runsAgain(deduplicator);
    });

    it('never repeats what was begun before it forgot, also when that ends later', async () => {
      const deduplicator = create();
      const { run, begun, end } = slowRun();
      const first = deduplicator.once(call({ a: 1 }), run);
      await begun;
      deduplicator.forget();
      end();
      await first;
      await runsAgain(deduplicator);
    });

    it('repeats no result that it was waiting for when it forgot', async () => {
      const deduplicator = create();
      const { run, begun, end } = slowRun();
      const first = deduplicator.once(call({ a: 1 }), run);
      const second = giving(deduplicator, 'r2');
      await begun;
      deduplicator.forget();
      end();
      assert.equal((await first).result.id, 'r1');
      assert.deepEqual(await second, { kind: 'ran', result: resultNamed('r2') });
    });

    it('repeats nothing that another call could have said otherwise', async () => {
      const deduplicator = create();
      const world: Record<string, string> = { a: 'r1', b: 'r2' };
      const ask = async (key: string) =>
        deduplicator.once(call({ key }), async () => resultNamed(world[key] ?? ''));
      for (const key of ['a', 'b', 'a', 'b']) {
        const { result } = await ask(key);
        assert.deepEqual(result.content, [text(world[key] ?? '')]);
      }
      world.a = 'r3';
      deduplicator.forget();
      for (const key of ['a', 'b', 'a'])
        assert.deepEqual((await ask(key)).result.content, [text(world[key] ?? '')]);
    });

    it('gives the fault of a run to its caller, and runs the next call', async () => {
      const deduplicator = create();
      await assert.rejects(
        deduplicator.once(call({ a: 1 }), () => Promise.reject(new Error('broken'))),
        /broken/,
      );
      await runsAgain(deduplicator);
    });
  });
}
