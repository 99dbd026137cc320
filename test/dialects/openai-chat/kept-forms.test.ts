import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Canister, ordinaryMarks } from '../../../src/converser/words/canister/canister.ts';
import { text } from '../../../src/converser/words/canister/content.ts';
import { type NativizeOptions, nativizeRequest } from '../../../src/dialects/openai-chat/nativize-request.ts';

/** Few canisters, so that requests share many of them. */
const pool: readonly Canister[] = Array.from({ length: 4 }, (_, n) => {
  const common = { timestamp: '2026-01-01T00:00:00.000Z', marks: ordinaryMarks };
  const call = { ...common, id: `call-${n}`, ensemble: 'e', name: 'n', arguments: { n } };
  const image = { type: 'image', mimeType: 'image/png', bytes: Uint8Array.of(n) } as const;
  const thought = { dialect: 'openai-chat', passing: { reasoning: `thought ${n}` } };
  const opaque = { type: 'opaque', provider: `provider-${n % 2}`, data: thought } as const;
  return [
    { ...common, id: `supervisor-${n}`, role: 'supervisor', content: [text(`Obey ${n}.`)] },
    { ...common, id: `user-${n}`, role: 'user', content: [text(`Question ${n}?`), image] },
    { ...common, id: `assistant-${n}`, role: 'assistant', content: [text(`Answer ${n}.`), opaque] },
    { ...call, role: 'invocation', content: [] },
    { ...common, id: `result-${n}`, role: 'result', invocationId: call.id, content: [text(`R${n}`), image] },
  ] satisfies readonly Canister[];
}).flat();

const unmarked: readonly Canister[] = pool.map(canister => ({
  ...canister,
  marks: { ...canister.marks, active: false },
}));

const tool = { name: 'e__n', description: 'Does.', inputSchema: { type: 'object', properties: {} } } as const;

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
    const common = { timestamp: '2026-01-01T00:00:00.000Z', marks: ordinaryMarks };
    const user = { ...common, id: 'u', role: 'user', content: [text('Do.')] } as const;
    const call = { ...common, id: 'c', role: 'invocation', content: [], ensemble: 'e', name: 'n' } as const;
    const result = { ...common, id: 'r', role: 'result', content: [text('R')], invocationId: 'c' } as const;
    const answer = { ...common, id: 'a', role: 'assistant', content: [text('Done.')] } as const;
    const turn = [user, { ...call, arguments: {} }, result, answer];
    const how = { model: 'm', provider: 'provider-0' };
    const before = nativizeRequest({ canisters: turn.slice(0, 3), tools: [tool] }, how).messages;
    const next = { canisters: [...turn, { ...user, id: 'next' }], tools: [tool] };
    const after = nativizeRequest(next, how).messages;
    assert.equal(before.length, 3);
    for (const [at, message] of before.entries()) assert.equal(after[at], message);
  });
});
