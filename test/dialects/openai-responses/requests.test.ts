import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type Canister, isInvocation } from '../../../src/converser/words/canister/canister.ts';
import { nativizeRequest } from '../../../src/dialects/openai-responses/nativize-request.ts';
import { normalizeRequest } from '../../../src/dialects/openai-responses/normalize-request.ts';
import { callOf, canisterOf, resultOf } from '../canister-of.ts';
import { conversations, tools } from '../openai-chat/canisters.ts';

const wire = { model: 'm', provider: 'test' };
const item = { id: 'rs_1', type: 'reasoning', summary: [], encrypted_content: 'sealed' };
const data = { dialect: 'openai-responses', item, afterCalls: 0 };

const round: readonly Canister[] = [
  canisterOf('supervisor', 's', 'Be brief.'),
  canisterOf('assistant', 'a', { type: 'opaque', provider: 'test', data }),
  { ...callOf('c', { n: 1 }), ensemble: '', name: 'look' },
  resultOf('c', 'Seen.', { type: 'image', mimeType: 'image/png', bytes: new Uint8Array([1, 2, 3]) }),
];

describe('a request in Responses', () => {
  it('is not stored, and has reasoning before its call and images in results', () => {
    const request = nativizeRequest({ canisters: round, tools, options: { max_tokens: 9, stop: 'x' } }, wire);
    assert.deepEqual(request, {
      max_output_tokens: 9,
      model: 'm',
      input: [
        { role: 'developer', content: 'Be brief.' },
        item,
        { type: 'function_call', call_id: 'c', name: 'look', arguments: '{"n":1}' },
        {
          type: 'function_call_output',
          call_id: 'c',
          output: [
            { type: 'input_text', text: 'Seen.' },
            { type: 'input_image', image_url: 'data:image/png;base64,AQID', detail: 'auto' },
          ],
        },
      ],
      stream: true,
      store: false,
      include: ['reasoning.encrypted_content'],
      tools: [
        {
          type: 'function',
          name: 'files__read_file',
          description: 'Reads.',
          parameters: { type: 'object', properties: {} },
          strict: false,
        },
      ],
    });
  });

  it('has no reasoning of another provider, and none that led to nothing', () => {
    const alone = round.slice(0, 2);
    for (const [canisters, provider] of [
      [round, 'other'],
      [alone, 'test'],
    ] as const) {
      const { input } = nativizeRequest({ canisters, tools }, { ...wire, provider });
      assert.ok(!JSON.stringify(input).includes('sealed'));
    }
  });

  it('has encrypted reasoning once, and only for a model that reasons', () => {
    const count = (canisters: readonly Canister[], reasoning = true) => {
      const { input } = nativizeRequest({ canisters, tools }, { ...wire, reasoning });
      return JSON.stringify(input).split('rs_1').length - 1;
    };
    const again = round.slice(1).map(each => ({
      ...each,
      id: `${each.id}2`,
      ...(each.role === 'result' ? { invocationId: 'c2' } : {}),
    }));
    const unsealed = round.map(each => ({
      ...each,
      content: each.content.map(part =>
        part.type === 'opaque'
          ? { ...part, data: { ...data, item: { ...item, encrypted_content: null } } }
          : part,
      ),
    }));
    assert.equal(count(round), 1);
    assert.equal(count([...round, ...again]), 1);
    assert.equal(count(unsealed), 0);
    assert.equal(count(round, false), 0);
  });

  it('has an output after every call, in order, and no half characters', () => {
    fc.assert(
      fc.property(conversations, canisters => {
        const { input } = nativizeRequest({ canisters, tools }, wire);
        assert.ok(Array.isArray(input));
        const ids = (type: string) =>
          input.flatMap(each => (each.type === type && 'call_id' in each ? [each.call_id] : []));
        const calls = canisters.filter(isInvocation).map(({ id }) => id);
        assert.deepEqual(ids('function_call'), calls);
        assert.deepEqual(ids('function_call_output'), calls);
        assert.ok(!/\\ud[89a-f]/i.test(JSON.stringify(input).replaceAll('\\\\', '')));
      }),
    );
  });
});

const timestamp = '2026-01-01T00:00:00.000Z';
const withFiles = { ...wire, files: true };

describe('canisters that became a request in Responses', () => {
  it('become the same request when they are read back', () => {
    fc.assert(
      fc.property(conversations, canisters => {
        const first = nativizeRequest({ canisters, tools, options: { temperature: 0.5 } }, withFiles);
        const read = normalizeRequest(JSON.parse(JSON.stringify(first)), { timestamp });
        assert.deepEqual(nativizeRequest(read, withFiles), first);
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
