import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { validHistory } from '../../../src/converser/words/canister/valid-history.ts';
import {
  type NativizeOptions,
  nativizeRequest,
} from '../../../src/dialects/anthropic-messages/nativize-request.ts';
import { callOf, canisterOf, resultOf } from '../canister-of.ts';

/** Few canisters, so that requests share many of them. */
const pool: readonly Canister[] = Array.from({ length: 3 }, (_, n) => {
  const image = { type: 'image', mimeType: 'image/png', bytes: Uint8Array.of(n) } as const;
  const block = { type: 'thinking', thinking: `Hm ${n}.`, signature: 's' };
  const thought = (afterInvocations: number) =>
    ({ type: 'opaque', provider: `provider-${n % 2}`, data: { block, afterInvocations } }) as const;
  return [
    canisterOf('supervisor', `supervisor-${n}`, `Obey ${n}.`),
    canisterOf('user', `user-${n}`, `Question ${n}?`, image),
    canisterOf('assistant', `assistant-${n}`, thought(0), `Answer ${n}.`),
    canisterOf('assistant', `thinking-${n}`, thought(n)),
    callOf(`call-${n}`, { n }),
    resultOf(`call-${n}`, `R${n}`, image),
  ];
}).flat();

const tool = {
  name: 'files__read_file',
  description: 'Does.',
  inputSchema: { type: 'object', properties: {} },
} as const;

/** Requests that often go on where the one before ended. */
const conversations = fc
  .array(
    fc.record({
      keep: fc.nat({ max: 14 }),
      more: fc.array(fc.constantFrom(...pool), { maxLength: 5 }),
      tools: fc.constantFrom([tool], [tool], []),
      images: fc.boolean(),
      late: fc.constantFrom(true, true, true, false),
      provider: fc.constantFrom('provider-0', 'provider-0', 'provider-1'),
    }),
    { minLength: 2, maxLength: 8 },
  )
  .map(steps => {
    let canisters: readonly Canister[] = [];
    return steps.map(({ keep, more, tools, ...how }) => {
      canisters = [...canisters.slice(0, keep), ...more];
      const all: NativizeOptions = { model: 'm', maxTokens: 9, ...how };
      return { request: { canisters: validHistory(canisters), tools }, how: all };
    });
  });

describe('messages that are reused between requests in Anthropic Messages', () => {
  it('are the same as new ones, and never change', () => {
    fc.assert(
      fc.property(conversations, all => {
        const kept = all.map(({ request, how }) => nativizeRequest(request, how));
        const afresh = all.map(({ request, how }) => nativizeRequest(structuredClone(request), how));
        assert.deepEqual(kept, afresh);
      }),
      { numRuns: 500 },
    );
  });

  it('are the same objects in the next round, except those with marks', () => {
    const canisters = pool.slice(1, 6).concat(pool.slice(7, 9));
    const how = { model: 'm', maxTokens: 9 };
    const before = nativizeRequest({ canisters, tools: [tool] }, how).messages;
    const after = nativizeRequest({ canisters: [...canisters, ...pool.slice(13, 15)], tools: [tool] }, how);
    assert.ok(before.length >= 3);
    assert.equal(after.messages[1], before[1]);
  });
});
