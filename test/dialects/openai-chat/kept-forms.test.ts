import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import { type NativizeOptions, nativizeRequest } from '../../../src/dialects/openai-chat/nativize-request.ts';
import { callOf, canisterOf, resultOf } from '../canister-of.ts';

/** Few canisters, so that requests share many of them. */
const pool: readonly Canister[] = Array.from({ length: 4 }, (_, n) => {
  const image = { type: 'image', mimeType: 'image/png', bytes: Uint8Array.of(n) } as const;
  const thought = { dialect: 'openai-chat', passing: { reasoning: `thought ${n}` } };
  const opaque = { type: 'opaque', provider: `provider-${n % 2}`, data: thought } as const;
  return [
    canisterOf('supervisor', `supervisor-${n}`, `Obey ${n}.`),
    canisterOf('user', `user-${n}`, `Question ${n}?`, image),
    canisterOf('assistant', `assistant-${n}`, `Answer ${n}.`, opaque),
    callOf(`call-${n}`, { n }),
    resultOf(`call-${n}`, `R${n}`, image),
  ];
}).flat();

const unmarked: readonly Canister[] = pool.map(canister => ({
  ...canister,
  marks: { ...canister.marks, active: false },
}));

const tool = {
  name: 'files__read_file',
  description: 'Does.',
  inputSchema: { type: 'object', properties: {} },
} as const;

const requests = fc.record({
  canisters: fc.array(fc.constantFrom(...pool, ...pool, ...unmarked), { maxLength: 14 }),
  tools: fc.constantFrom([tool], [{ ...tool, description: 'Does otherwise.' }], []),
});

const options: fc.Arbitrary<NativizeOptions> = fc.record({
  model: fc.constant('m'),
  provider: fc.constantFrom('provider-0', 'provider-1'),
  supervisor: fc.constantFrom('system', 'developer'),
  images: fc.boolean(),
  files: fc.boolean(),
});

describe('messages that are reused between requests', () => {
  it('are the same as new ones, whatever was edited, marked, offered or asked in between', () => {
    fc.assert(
      fc.property(fc.array(fc.tuple(requests, options), { minLength: 2, maxLength: 8 }), all => {
        for (const [request, how] of all) {
          const kept = nativizeRequest(request, how);
          assert.deepEqual(kept, nativizeRequest(structuredClone(request), how));
        }
      }),
      { numRuns: 300 },
    );
  });

  it('are the same as new ones after each canister that joins', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...pool), { maxLength: 24 }), options, (canisters, how) => {
        for (let end = 1; end <= canisters.length; end++) {
          const request = { canisters: canisters.slice(0, end), tools: [tool] };
          assert.deepEqual(nativizeRequest(request, how), nativizeRequest(structuredClone(request), how));
        }
      }),
      { numRuns: 200 },
    );
  });

  it('are the same objects in the next round, so that they need not be serialized again', () => {
    const [first, ...rest] = pool.slice(1, 5);
    assert.ok(first);
    const how = { model: 'm', provider: 'provider-0' };
    const before = nativizeRequest({ canisters: [first, ...rest], tools: [tool] }, how).messages;
    const more = pool.slice(7, 10);
    const after = nativizeRequest({ canisters: [first, ...rest, ...more], tools: [tool] }, how).messages;
    const said = before.filter(({ role }) => role === 'tool' || role === 'assistant');
    assert.ok(said.length >= 2);
    for (const message of said) assert.ok(after.includes(message));
  });

  it('are the same objects in the next turn, unless they had residue for the last turn only', () => {
    const user = canisterOf('user', 'u', 'Do.');
    const turn = [user, callOf('c'), resultOf('c', 'R'), canisterOf('assistant', 'a', 'Done.')];
    const how = { model: 'm', provider: 'provider-0' };
    const before = nativizeRequest({ canisters: turn.slice(0, 3), tools: [tool] }, how).messages;
    const next = { canisters: [...turn, { ...user, id: 'next' }], tools: [tool] };
    const after = nativizeRequest(next, how).messages;
    assert.equal(before.length, 3);
    for (const [at, message] of before.entries()) assert.equal(after[at], message);
  });
});
