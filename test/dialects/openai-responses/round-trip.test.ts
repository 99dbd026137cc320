import assert from 'node:assert/strict';
import fc from 'fast-check';
import { nativizeRequest } from '../../../src/dialects/openai-responses/nativize-request.ts';
import { normalizeRequest } from '../../../src/dialects/openai-responses/normalize-request.ts';
import { conversations, tools } from '../openai-chat/canisters.ts';

const wire = { model: 'm', provider: 'test', files: true };
const timestamp = '2026-01-01T00:00:00.000Z';

describe('canisters that became a request in Responses', () => {
  it('become the same request when they are read back', () => {
    fc.assert(
      fc.property(conversations, canisters => {
        const first = nativizeRequest({ canisters, tools, options: { temperature: 0.5 } }, wire);
        const read = normalizeRequest(JSON.parse(JSON.stringify(first)), { timestamp });
        assert.deepEqual(nativizeRequest(read, wire), first);
      }),
    );
  });
});

describe('a client’s request in Responses', () => {
  it('may be one string with instructions, and may choose some of its tools', () => {
    const named = (name: string) => ({ type: 'function', name, parameters: null, strict: false });
    const body = { model: 'm', input: 'Hi', instructions: 'Be brief.', tools: [named('a'), named('b')] };
    const read = normalizeRequest({ ...body, tool_choice: { type: 'function', name: 'b' } }, { timestamp });
    assert.deepEqual(
      read.canisters.map(({ role }) => role),
      ['supervisor', 'user'],
    );
    assert.deepEqual([read.toolChoice, ...read.tools.map(({ name }) => name)], ['required', 'b']);
  });

  it('is rejected with a reason if it is invalid or continues a response that was not stored', () => {
    const wrong = [null, { model: 'm' }, { input: 'x' }, { model: 'm', input: [{}] }];
    for (const each of [...wrong, { model: 'm', input: 'x', previous_response_id: 'resp_1' }])
      assert.throws(
        () => normalizeRequest(each, { timestamp }),
        { code: 'bad-arguments' },
        JSON.stringify(each),
      );
  });
});
