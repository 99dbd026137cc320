import assert from 'node:assert/strict';
import {
  type InvocationCanister,
  ordinaryMarks,
  type ResultCanister,
} from '../../src/converser/canister/canister.ts';
import type { Call } from '../../src/converser/ensemble/call.ts';
import type { Deduplicator } from '../../src/converser/invocation/deduplicator.ts';
import type { JsonObject } from '../../src/converser/json/json.ts';
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
    content: [],
    marks: ordinaryMarks,
    invocationId: 'call-1',
    ...(isFailure ? { failure: { kind: 'execution', message: 'failed' } } : {}),
  };
}

/** What every deduplicator keeps to, however much or little it takes for a repetition. */
export function testDeduplicator(name: string, create: () => Deduplicator): void {
  describe(`the deduplicator ${name} keeps the contract`, () => {
    it('runs the first call and gives its result', async () => {
      const once = await create().once(callOf({ a: 1 }), async () => resultNamed('r1'));
      assert.deepEqual(once, { kind: 'ran', result: resultNamed('r1') });
    });

    it('either runs a call or names the earlier result it repeats', async () => {
      const deduplicator = create();
      await deduplicator.once(callOf({ a: 1 }), async () => resultNamed('r1'));
      const again = await deduplicator.once(callOf({ a: 1 }), async () => resultNamed('r2'));
      assert.equal(again.result.id, again.kind === 'ran' ? 'r2' : 'r1');
    });

    it('never repeats a failed result', async () => {
      const deduplicator = create();
      await deduplicator.once(callOf({ a: 1 }), async () => resultNamed('r1', true));
      const again = await deduplicator.once(callOf({ a: 1 }), async () => resultNamed('r2'));
      assert.deepEqual(again, { kind: 'ran', result: resultNamed('r2') });
    });

    it('never repeats what was begun before it forgot, also when that ends later', async () => {
      const deduplicator = create();
      const slow = Promise.withResolvers<ResultCanister>();
      const first = deduplicator.once(callOf({ a: 1 }), () => slow.promise);
      deduplicator.forget();
      slow.resolve(resultNamed('r1'));
      await first;
      const again = await deduplicator.once(callOf({ a: 1 }), async () => resultNamed('r2'));
      assert.deepEqual(again, { kind: 'ran', result: resultNamed('r2') });
    });

    it('repeats no result that it was waiting for when it forgot', async () => {
      const deduplicator = create();
      const slow = Promise.withResolvers<ResultCanister>();
      const first = deduplicator.once(callOf({ a: 1 }), () => slow.promise);
      const second = deduplicator.once(callOf({ a: 1 }), async () => resultNamed('r2'));
      deduplicator.forget();
      slow.resolve(resultNamed('r1'));
      assert.equal((await first).result.id, 'r1');
      assert.deepEqual(await second, { kind: 'ran', result: resultNamed('r2') });
    });

    it('gives the fault of a run to its caller, and runs the next call', async () => {
      const deduplicator = create();
      await assert.rejects(
        deduplicator.once(callOf({ a: 1 }), () => Promise.reject(new Error('broken'))),
        /broken/,
      );
      const again = await deduplicator.once(callOf({ a: 1 }), async () => resultNamed('r2'));
      assert.deepEqual(again, { kind: 'ran', result: resultNamed('r2') });
    });
  });
}
