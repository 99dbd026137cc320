import assert from 'node:assert/strict';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { openGateway } from '../support/open-gateway.ts';

const model = 'model';
const user = { role: 'user', content: 'Hello' };
const chat = { model, messages: [user] };
const responses = { model, input: [user] };
const messages = { model, max_tokens: 10, messages: [user] };
const called = (id: string) => ({ id, type: 'function', function: { name: 'a', arguments: '{}' } });
const calling = (...ids: readonly string[]) => ({ role: 'assistant', tool_calls: ids.map(called) });
const told = (id: string) => ({ role: 'tool', tool_call_id: id, content: 'ok' });
const chatOf = (...more: readonly object[]) => ({ model, messages: [user, ...more] });
const messagesOf = (...more: readonly object[]) => ({ model, max_tokens: 10, messages: [user, ...more] });
const use = (id: string) => ({ type: 'tool_use', id, name: 'a', input: {} });
const used = (id: string) => ({ role: 'assistant', content: [use(id)] });
const result = (id: string) => ({ type: 'tool_result', tool_use_id: id, content: 'ok' });
const answered = (id: string) => ({ role: 'user', content: [result(id)] });
const call = (id: string) => ({ type: 'function_call', call_id: id, name: 'a', arguments: '{}' });
const output = (id: string) => ({ type: 'function_call_output', call_id: id, output: 'ok' });
const chatTool = (tool: object) => ({
  ...chat,
  tools: [{ type: 'function', function: { name: 'a' } }, tool],
});
const flatTool = (tool: object) => ({ ...responses, tools: [tool] });
const messagesTool = (tool: object) => ({ ...messages, tools: [tool] });
const input_schema = { type: 'object' };
const spoken = /must be a string of letters, digits/;

/** What is wrong with each body, by where the reason says so. */
const wrong: Readonly<Record<string, readonly (readonly [body: object, reason: RegExp])[]>> = {
  '/v1/chat/completions': [
    [[], /^The body must be a JSON object/],
    [{ messages: [user] }, /^model: must be a string/],
    [{ ...chat, messages: 'Hello' }, /^messages: must be an array/],
    [chatOf({ role: 'king', content: 'x' }), /^messages\[1\]: must be a message/],
    [chatOf({ role: 'tool', content: 'x' }), /^messages\[1\]: must be a message/],
    [chatOf({ role: 'assistant', refusal: 5 }), /^messages\[1\]: must be a message/],
    [chatOf({ role: 'assistant', function_call: { name: 'a' } }), /^messages\[1\]: must be a message/],
    [
      { ...chat, tools: [{ type: 'function', function: { name: 'a' } }, 5] },
      /^tools\[1\]: must be an object/,
    ],
    [chatTool({ type: 'function', function: {} }), /^tools\[1\]\.function\.name: is missing/],
    [chatTool({ type: 'function' }), /^tools\[1\]\.name: is missing/],
    [chatTool({ type: 'custom', custom: 'x' }), /^tools\[1\]\.custom\.name: is missing/],
    [chatTool({ function: { name: 'b' } }), /^tools\[1\]\.type: is missing/],
    ...['', 'a b', 'ä', 5].map(name => [chatTool({ type: 'function', function: { name } }), spoken] as const),
    [{ ...chat, functions: [{ name: 'a' }, {}] }, /^functions\[1\]\.name: is missing/],
    [{ ...chat, stream: 'yes' }, /^stream: must be true or false/],
    [{ ...chat, response_format: { type: 'xml' } }, /^response_format: must have the type/],
    [chatOf(told('lost')), /^messages\[1\]\.tool_call_id: no call before it has the id "lost"/],
    [chatOf(calling('x', 'x')), /^messages\[1\]\.tool_calls\[1\]\.id: two calls have the id "x"/],
    [
      chatOf(calling('x'), told('x'), told('x')),
      /^messages\[3\]\.tool_call_id: the call "x" has a result already/,
    ],
  ],
  '/v1/responses': [
    [{ model }, /^input: must be an array/],
    [{ ...responses, input: [user, 5] }, /^input\[1\]: must be an item/],
    [{ ...responses, input: [user, { ...user, type: 5 }] }, /^input\[1\]: must be an item/],
    [{ ...responses, input: [{ type: 'reasoning', encrypted_content: 5 }] }, /^input\[0\]: must be an item/],
    [{ ...responses, input: [user, { type: 'function_call', name: 'a' }] }, /^input\[1\]: must be an item/],
    [{ ...responses, previous_response_id: 'resp_1' }, /^previous_response_id: responses are not stored/],
    [{ ...responses, conversation: 'conv_1' }, /^conversation: conversations are not stored/],
    [{ ...responses, background: true }, /^background: /],
    [{ model, input: [user, output('lost')] }, /^input\[1\]\.call_id: no call before it has the id "lost"/],
    [{ ...responses, input: [call('x'), call('x')] }, /^input\[1\]\.call_id: two calls have the id "x"/],
    [flatTool({ type: 'function', function: {} }), /^tools\[0\]\.function\.name: is missing/],
    [flatTool({ name: 'a' }), /^tools\[0\]\.type: is missing/],
    [flatTool({ type: 'custom', name: 'a b' }), spoken],
    [
      flatTool({ type: 'namespace', name: 'n', tools: [{ type: 'function' }] }),
      /^tools\[0\]\.tools\[0\]\.name: is/,
    ],
    [{ ...responses, text: { format: { type: 'xml' } } }, /^text\.format: must have the type/],
  ],
  '/v1/messages': [
    [messagesOf({ role: 'tool', content: 'x' }), /^messages\[1\]: must be a message/],
    [{ ...messages, system: 5 }, /^system: must be a string/],
    [messagesTool({ input_schema }), /^tools\[0\]\.name: is missing/],
    [messagesTool({ name: 'a' }), /^tools\[0\]\.input_schema: is missing/],
    [messagesTool({ type: 'custom', name: 'a' }), /^tools\[0\]\.input_schema: is missing/],
    [messagesTool({ name: 'a b', input_schema }), spoken],
    [messagesTool({ name: 'a', input_schema: 5 }), /^tools\[0\]: must have a schema/],
    [messagesOf(answered('lost')), /^messages\[1\]\.content\[0\]\.tool_use_id: no call/],
    [
      messagesOf(used('x'), answered('x'), used('x'), answered('x')),
      /^messages\[3\]\.content\[0\]\.id: two calls have the id "x"/,
    ],
    [{ ...messages, tool_choice: { type: 'tool', name: 'b' } }, /^tool_choice: no tool is called "b"/],
  ],
};

describe('a request that is wrong', () => {
  for (const [path, bodies] of Object.entries(wrong)) {
    it(`in ${path} is refused with the place, in the shape of its clients`, async () => {
      const scripted = createScriptedModel();
      await using gateway = await openGateway({ models: [scripted] });
      for (const [body, reason] of bodies) {
        const response = await gateway.post(path, body);
        assert.equal(response.status, 400, JSON.stringify(body));
        const answer = (await response.json()) as Answer;
        assert.match(answer.error.message, reason);
        assert.equal(answer.error.type, 'invalid_request_error');
        assert.equal(answer.type, path === '/v1/messages' ? 'error' : undefined);
        const place = /^([a-z]\S+): /.exec(answer.error.message)?.[1] ?? null;
        assert.equal(answer.error.param, path === '/v1/messages' ? undefined : place);
      }
      assert.equal(scripted.requests.length, 0);
    });
  }

  it('says what is missing as OpenAI does', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const body = { ...chat, tools: [{ type: 'function', function: {} }] };
    const { error } = (await (await gateway.post('/v1/chat/completions', body)).json()) as Answer;
    assert.deepEqual(error, {
      message: 'tools[0].function.name: is missing. Each tool needs it.',
      type: 'invalid_request_error',
      param: 'tools[0].function.name',
      code: 'missing_required_parameter',
    });
  });

  it('has nothing unknown in it: unknown fields are taken', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    for (const [path, body] of Object.entries({
      '/v1/chat/completions?x=1': chat,
      '/v1/responses': responses,
      '/v1/messages?beta=true': messages,
    })) {
      const response = await gateway.post(path, { ...body, a_field_of_next_year: { deep: [1] } });
      assert.equal(response.status, 200, path);
      assert.match(response.headers.get('x-converser-ignored') ?? '', /\ba_field_of_next_year$/);
    }
  });
});

describe('a request that is larger than the window of its model', () => {
  it('is refused with both numbers, and nothing is sent', async () => {
    const scripted = createScriptedModel();
    const small = { ...scripted, capabilities: { ...scripted.capabilities, contextTokens: 1000 } };
    await using gateway = await openGateway({ models: [small] });
    const content = 'word '.repeat(5_000);
    for (const [path, body] of Object.entries({
      '/v1/chat/completions': { ...chat, messages: [{ role: 'user', content }] },
      '/v1/responses': { ...responses, input: content, stream: true },
      '/v1/messages': { ...messages, messages: [{ role: 'user', content }] },
    })) {
      const response = await gateway.post(path, body);
      assert.equal(response.status, 413, path);
      const { error } = (await response.json()) as Answer;
      // The words by which Claude Code, opencode and others know it.
      const [, tokens] = /prompt is too long: (\d+) tokens > 1000 maximum/.exec(error.message) ?? [];
      assert.ok(Number(tokens) > 1000, error.message);
      if (path === '/v1/messages') assert.equal(error.type, 'request_too_large');
      else assert.equal(error.code, 'context_length_exceeded');
    }
    assert.equal(scripted.requests.length, 0);
  });

  it('is sent after all if the model counts fewer tokens than an estimate', async () => {
    const scripted = createScriptedModel();
    const capabilities = { ...scripted.capabilities, contextTokens: 1000 };
    const exact = { ...scripted, capabilities, countTokens: async () => 999 };
    await using gateway = await openGateway({ models: [exact] });
    const body = { ...chat, messages: [{ role: 'user', content: 'word '.repeat(5_000) }] };
    assert.equal((await gateway.post('/v1/chat/completions', body)).status, 200);
  });
});

describe('counting tokens', () => {
  it('asks the model, or else estimates', async () => {
    for (const [countTokens, least, most] of [
      [async () => 42, 42, 42],
      [async () => Promise.reject(new Error('No.')), 5, 40],
      [undefined, 5, 40],
    ] as const) {
      const counting = { ...createScriptedModel(), ...(countTokens && { countTokens }) };
      await using gateway = await openGateway({ models: [counting] });
      const response = await gateway.post('/v1/messages/count_tokens?beta=true', messages);
      assert.equal(response.status, 200);
      const { input_tokens: tokens } = (await response.json()) as { readonly input_tokens: number };
      assert.ok(tokens >= least && tokens <= most, `${tokens}`);
    }
  });
});

interface Answer {
  readonly type?: string;
  readonly error: {
    readonly type: string;
    readonly message: string;
    readonly code?: string;
    readonly param?: string | null;
  };
}
