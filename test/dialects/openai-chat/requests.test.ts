import assert from 'node:assert/strict';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import type { Content } from '../../../src/converser/words/canister/content.ts';
import { fittingIds } from '../../../src/dialects/call-id.ts';
import { nativizeRequest } from '../../../src/dialects/openai-chat/nativize-request.ts';
import { normalizeRequest } from '../../../src/dialects/openai-chat/normalize-request.ts';
import { toolName } from '../../fakes/wire-complaints.ts';
import { callOf, canisterOf, resultOf } from '../canister-of.ts';
import { tools } from './canisters.ts';

const picture: Content = { type: 'image', mimeType: 'image/png', bytes: new Uint8Array([1, 2, 3]) };
const reasoning = {
  dialect: 'openai-chat',
  passing: { reasoning_content: 'Hm.' },
  calls: [{ extra_content: 1 }],
};

const user = (said: string) => canisterOf('user', 'u', said);

const round: readonly Canister[] = [
  canisterOf('assistant', 'a', { type: 'opaque', provider: 'test', data: reasoning }),
  callOf('c', { path: 'a' }),
  resultOf('c', 'Seen.', picture),
];

function messages(canisters: readonly Canister[], more: object = {}) {
  return nativizeRequest({ canisters, tools }, { model: 'm', provider: 'test', ...more }).messages;
}

/** Of the call `c`, as every server of this wire takes it. */
const id = fittingIds.short('c');

describe('a request in Chat Completions', () => {
  it('has call ids that all servers accept: nine letters and digits', () => {
    const ours = `call-${crypto.randomUUID()}`;
    const [one, other] = [fittingIds.short(ours), fittingIds.short(`${ours}x`)];
    for (const each of [one, other]) assert.match(each, /^[A-Za-z0-9]{9}$/);
    assert.notEqual(one, other);
    assert.equal(fittingIds.short(one), one);
  });

  it('starts with the first instructions, and has the user first and last even if the user said nothing', () => {
    assert.deepEqual(
      messages([canisterOf('supervisor', 's', 'Be brief.'), canisterOf('assistant', 'a', 'Hi.')]),
      [
        { role: 'system', content: 'Be brief.' },
        { role: 'user', content: '(The conversation begins here.)' },
        { role: 'assistant', content: 'Hi.' },
        { role: 'user', content: 'Go on.' },
      ],
    );
    assert.deepEqual(messages([]), [{ role: 'user', content: '(The conversation begins here.)' }]);
  });

  it('names images that servers reject', () => {
    for (const [mimeType, bytes] of [
      ['image/tiff', [1]],
      ['image/png', []],
    ] as const)
      assert.deepEqual(
        messages([canisterOf('user', 'u', { type: 'image', mimeType, bytes: new Uint8Array(bytes) })]),
        [{ role: 'user', content: `[image ${mimeType}, ${bytes.length} bytes]` }],
      );
  });

  it('shows images of results in a user message, together with what the user says next', () => {
    const all = messages([user('Look.'), ...round, user('And?')]);
    assert.deepEqual(
      all.map(({ role, content }) => [role, content]).slice(2, 4),
      // Mistral's servers take no user after a tool.
      [
        ['tool', 'Seen.'],
        ['assistant', 'I have the results.'],
      ],
    );
    assert.deepEqual(all[4], {
      role: 'user',
      content: [
        { type: 'text', text: `Images in the result of ${id}:` },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,AQID' } },
        { type: 'text', text: 'And?' },
      ],
    });
  });

  it('names images if the model cannot see', () => {
    assert.deepEqual(messages([canisterOf('document', 'd', picture)], { images: false }), [
      { role: 'user', content: '[image image/png, 3 bytes]' },
    ]);
  });

  it('sends residue back only to its provider, and reasoning only until the user speaks again', () => {
    const named = { name: 'files__read_file', arguments: '{"path":"a"}' };
    const call = { id, type: 'function', function: named };
    const signed = { role: 'assistant', content: null, tool_calls: [{ extra_content: 1, ...call }] };
    assert.deepEqual(messages(round)[1], { ...signed, reasoning_content: 'Hm.' });
    assert.deepEqual(messages([...round, user('And?')])[1], signed);
    assert.deepEqual(messages(round, { provider: 'other' })[1], { ...signed, tool_calls: [call] });
  });

  it('passes on options, renames those of other dialects, and leaves out those that would contradict it', () => {
    const options = {
      temperature: 0,
      stop_sequences: ['END'],
      model: 'x',
      stream: false,
      n: 3,
      messages: [],
    };
    const { messages: _messages, ...request } = nativizeRequest(
      { canisters: [], tools: [], options },
      { model: 'm', provider: 'test', usage: false },
    );
    assert.deepEqual(request, { temperature: 0, stop: ['END'], model: 'm', stream: true });
  });

  it('requires a call only if there are tools', () => {
    const required = { canisters: [], toolChoice: 'required' } as const;
    const wire = { model: 'm', provider: 'test' };
    assert.equal(nativizeRequest({ ...required, tools }, wire).tool_choice, 'required');
    // Some servers that keep no cache by a key then leave the tools out of what the model reads.
    const none = { ...required, tools, toolChoice: 'none' } as const;
    for (const [cacheKey, sent] of [
      [true, 'none'],
      [false, undefined],
    ] as const)
      assert.equal(nativizeRequest(none, { ...wire, cacheKey }).tool_choice, sent);
    assert.equal(nativizeRequest({ ...required, tools: [] }, wire).tool_choice, undefined);
  });
});

describe('a client’s request in Chat Completions', () => {
  const timestamp = '2026-01-01T00:00:00.000Z';
  const body = { model: 'm', messages: [{ role: 'user', content: 'Hi' }] };
  const named = (name: string) => ({ type: 'function', function: { name, parameters: {} } });
  const offered = { ...body, tools: [named('a'), named('b'), { type: 'custom', custom: { name: 'c' } }] };

  it('offers only the tools that it chooses', () => {
    const names = (choice: unknown) => {
      const request = normalizeRequest({ ...offered, tool_choice: choice }, { timestamp });
      return [request.toolChoice, ...request.tools.map(({ name }) => name)];
    };
    assert.deepEqual(names(undefined), [undefined, 'a', 'b', 'c']);
    assert.deepEqual(names('none'), [undefined]);
    assert.deepEqual(names('required'), ['required', 'a', 'b', 'c']);
    assert.deepEqual(names({ type: 'custom', custom: { name: 'c' } }), ['required', 'c']);
    assert.throws(() => names(named('x')), /tool_choice: no tool is called "x"/);
    assert.deepEqual(names(named('b')), ['required', 'b']);
    const allowed_tools = { mode: 'auto', tools: [named('a')] };
    assert.deepEqual(names({ type: 'allowed_tools', allowed_tools }), ['auto', 'a']);
  });

  it('may offer and choose tools in the form of 2023, also with names that no vendor takes', () => {
    const long = 'x'.repeat(70);
    const read = (name: string) =>
      normalizeRequest(
        { ...body, functions: [{ name: long }, { name: 'a' }], function_call: { name } },
        { timestamp },
      );
    const { tools: chosen, toolChoice, clientTools } = read(long);
    const [{ name = '' } = {}] = chosen;
    assert.deepEqual([chosen.length, toolChoice], [1, 'required']);
    assert.match(name, toolName);
    assert.deepEqual([...(clientTools ?? [])], [[name, { name: long }]]);
    assert.throws(() => read(`${long}y`), { message: `tool_choice: no tool is called "${long}y".` });
  });

  it('may reuse call ids, or have ids of another form', () => {
    const call = (id: string) => ({
      role: 'assistant',
      content: null,
      tool_calls: [{ id, ...named('a'), function: { name: 'a', arguments: '{' } }],
    });
    const result = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'ok' });
    const said = ['x', 'x', 'functions.a:0', 'functions.a:0', 'a b'].flatMap(id => [call(id), result(id)]);
    const { canisters } = normalizeRequest({ model: 'm', messages: said }, { timestamp });
    assert.deepEqual(
      canisters.map(each => (each.role === 'result' ? each.invocationId : each.id)),
      ['x', 'x', 'm2-c0', 'm2-c0', ...Array(2).fill('functions.a:0'), 'm6-c0', 'm6-c0', 'm8-c0', 'm8-c0'],
    );
    assert.equal(canisters[0]?.role === 'invocation' && canisters[0].malformedArguments, '{');
  });

  it('is rejected with a reason if it is invalid', () => {
    const wrong = [
      null,
      { messages: [] },
      { model: 'm' },
      { model: 'm', messages: [{ role: 'king' }] },
      { model: 'm', messages: [{ role: 'user', content: [{ type: 'image_url' }] }] },
      { ...body, tools: 'all' },
    ];
    for (const each of wrong)
      assert.throws(
        () => normalizeRequest(each, { timestamp }),
        { code: 'bad-arguments' },
        JSON.stringify(each),
      );
  });
});
