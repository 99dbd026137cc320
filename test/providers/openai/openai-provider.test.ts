import assert from 'node:assert/strict';
import type { JsonObject } from '../../../src/converser/ground/json/json.ts';
import type { ModelEvent, ToolDefinition } from '../../../src/converser/words/models/provider.ts';
import { startJsonServer } from '../../fakes/json-server.ts';
import {
  type Answer,
  answerChunks,
  answerJson,
  chunk,
  type FakeOpenAiServer,
  sendEvent,
  startEvents,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';
import { userSays } from '../../fakes/user-canister.ts';
import { firstOf, openAiAt } from '../at-servers.ts';

const prompt = userSays('Hello.');
const hello = answerChunks([chunk({ content: 'Hello.' }), chunk({}, 'stop')]);
const never = new AbortController().signal;
const sees = { tools: 'native', images: true };

const provider = ({ url }: Pick<FakeOpenAiServer, 'url'>, more: object = {}) => openAiAt(url, more);

interface Asked {
  readonly events: readonly ModelEvent[];
  readonly server: FakeOpenAiServer;
}

async function ask(
  answer: Answer,
  {
    options = {},
    tools = [],
    ...more
  }: { options?: JsonObject; key?: unknown; tools?: readonly ToolDefinition[] } = {},
): Promise<Asked> {
  const server = await startOpenAiServer(answer);
  try {
    const model = await firstOf(provider(server, more));
    const events = await Array.fromAsync(model.reply({ canisters: [prompt], tools, options }, never));
    return { events, server };
  } finally {
    await server.close();
  }
}

/** Asks a server that refuses a schema of the reply, and tells which requests had one. */
async function askTwiceWithSchema(refuse: Answer): Promise<readonly boolean[]> {
  const server = await startOpenAiServer((response, received) =>
    (received.body.response_format === undefined ? hello : refuse)(response, received),
  );
  try {
    const model = await firstOf(provider(server));
    const request = { canisters: [prompt], tools: [], replySchema: { type: 'object', properties: {} } };
    for (const _time of ['once', 'again']) {
      const events: readonly ModelEvent[] = await Array.fromAsync(model.reply(request, never));
      assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' });
    }
    const asked = server.received.filter(({ method }) => method === 'POST');
    return asked.map(({ body }) => body.response_format !== undefined);
  } finally {
    await server.close();
  }
}

/** The code of the one failure at the end, whether to retry, and when. */
async function failure(answer: Answer): Promise<readonly unknown[]> {
  const { events } = await ask(answer);
  const ends = events.filter(({ type }) => type === 'finish' || type === 'failure');
  assert.equal(ends.length, 1);
  const last = events.at(-1);
  assert.ok(last?.type === 'failure', JSON.stringify(last));
  const { code, retryable, retryAfter } = last.error;
  return [code, retryable, retryAfter];
}

function refusing(status: number, error: object, headers: Record<string, string> = {}): Answer {
  return answerJson({ error }, status, headers);
}

describe('a provider for OpenAI-compatible servers', () => {
  it('lists models that can hold a conversation, with what the server tells of them', async () => {
    const server = await startOpenAiServer(hello, [
      { id: 'gpt-5' },
      { id: 'text-embedding-3-small' },
      {
        id: 'a/b',
        name: 'B',
        context_length: 8000,
        supported_parameters: ['tools', 'structured_outputs'],
        architecture: { input_modalities: ['text', 'image'] },
      },
      { id: 'old', max_model_len: 4096, supported_parameters: ['stop'] },
    ]);
    const models = await provider(server)
      .models(never)
      .finally(() => server.close());
    assert.deepEqual(
      models.map(({ provider, id, label, capabilities }) => [`${provider}/${id}`, label, capabilities]),
      [
        ['test/gpt-5', 'gpt-5', { ...sees, contextTokens: 400_000, outputTokens: 32_000 }],
        ['test/a/b', 'B', { ...sees, contextTokens: 8000, thinks: false, replySchema: true }],
        ['test/old', 'old', { tools: 'none', images: false, contextTokens: 4096, thinks: false }],
      ],
    );
  });

  it('lists the models of Gemini by their names alone, without those that make images and films', async () => {
    const google = { object: 'model', owned_by: 'google' };
    const server = await startOpenAiServer(hello, [
      { id: 'models/gemini-3.5-flash', ...google },
      { id: 'models/gemini-embedding-001', ...google },
      { id: 'models/imagen-4.0-generate-001', ...google },
      { id: 'models/veo-3.0-generate-001', ...google },
      { id: 'models/aqa', ...google },
      { id: 'models/qwen.gguf', object: 'model', owned_by: 'llamacpp' },
    ]);
    const models = await provider(server)
      .models(never)
      .finally(() => server.close());
    assert.deepEqual(
      models.map(({ id }) => id),
      ['gemini-3.5-flash', 'models/qwen.gguf'],
    );
  });

  it('lists the models of GitHub Models, whose catalogue lies beside its API', async () => {
    const model = (id: string, more: object = {}) => ({
      id,
      name: id.toUpperCase(),
      publisher: 'Somebody',
      rate_limit_tier: 'low',
      supported_input_modalities: ['text', 'image'],
      supported_output_modalities: ['text'],
      capabilities: ['streaming', 'tool-calling'],
      limits: { max_input_tokens: 131_072, max_output_tokens: 4096 },
      ...more,
    });
    const listed = [
      model('openai/gpt-9'),
      model('meta/no-tools', {
        supported_input_modalities: ['text'],
        capabilities: ['streaming'],
        limits: { max_input_tokens: 8192, max_output_tokens: null },
      }),
      model('openai/text-embedding-9', { supported_output_modalities: ['embeddings'], limits: null }),
      { name: 'no id' },
    ];
    const server = await startJsonServer(({ path }) =>
      path === '/catalog/models' ? { body: listed } : undefined,
    );
    for (const api of ['/inference', '/orgs/acme/inference/']) {
      const models = await provider({ url: `${server.url}${api}` }).models(never);
      assert.deepEqual(
        models.map(({ id, label, capabilities }) => [id, label, capabilities]),
        [
          ['openai/gpt-9', 'OPENAI/GPT-9', { ...sees, contextTokens: 131_072, outputTokens: 4096 }],
          ['meta/no-tools', 'META/NO-TOOLS', { tools: 'none', images: false, contextTokens: 8192 }],
        ],
      );
    }
    await server.close();
  });

  it('sends the key of the moment, and nothing in its place', async () => {
    const keys = ['one', 'two'];
    const { server } = await ask(hello, { key: async () => keys.shift() });
    assert.deepEqual(
      server.received.map(({ headers }) => headers.authorization),
      ['Bearer one', 'Bearer two'],
    );
    const without = await ask(hello);
    for (const { headers } of without.server.received) assert.equal(headers.authorization, undefined);
  });

  it('rejects with what to do when the models cannot be listed', async () => {
    const gone = provider({ url: 'http://127.0.0.1:1/v1' });
    await assert.rejects(gone.models(never), { code: 'model-unreachable', retryable: true });
    await assert.rejects(gone.models(AbortSignal.abort()), { code: 'cancelled' });
  });

  it('asks again without what a server refuses to be asked, and remembers it', async () => {
    const picky: Answer = (response, received) => {
      const { stream_options, max_tokens } = received.body;
      if (stream_options !== undefined)
        return refusing(400, { message: 'Unknown field stream_options' })(response, received);
      const message = "Use 'max_completion_tokens' instead.";
      if (max_tokens !== undefined) return refusing(400, { message })(response, received);
      return hello(response, received);
    };
    const { events, server } = await ask(picky, { options: { max_tokens: 5 } });
    assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' });
    assert.equal(server.received.at(-1)?.body.max_completion_tokens, 5);
    assert.equal(server.received.length, 4);
  });

  it('goes on without a schema of the reply where a server takes none, and remembers it', async () => {
    const message = "'response_format' is not supported.";
    assert.deepEqual(await askTwiceWithSchema(refusing(400, { message })), [true, false, false]);
  });

  it('goes on without one schema that a server can make no grammar of, and asks for the next', async () => {
    const message = 'Failed to parse grammar';
    assert.deepEqual(await askTwiceWithSchema(refusing(500, { message })), [true, false, true, false]);
  });
});

const weather: ToolDefinition = {
  name: 'get_weather',
  description: 'The weather of a town.',
  inputSchema: { type: 'object', properties: { town: { type: 'string' } } },
};

const said = chunk({ content: 'Hello.' });

function ending(end: string): Answer {
  return response => {
    startEvents(response);
    sendEvent(response, said);
    response.end(end);
  };
}

describe('a server that gives no reason for the end of its reply', () => {
  const message = { role: 'assistant', content: 'Hello.' };
  const proofs: Readonly<Record<string, Answer>> = {
    'its mark': answerChunks([said]),
    'its mark in quotes': ending('data: "[DONE]"\n\n'),
    'its mark on the next line': ending('data: {"choices": []}\ndata:  [DONE]'),
    'its usage': ending('data: {"usage": {"prompt_tokens": 1, "completion_tokens": 1}}\n\n'),
    'a whole reply': answerJson({ choices: [{ index: 0, message }] }),
  };
  for (const [what, answer] of Object.entries(proofs))
    it(`has ended it with ${what}`, async () => {
      const { events } = await ask(answer);
      assert.equal(events[0]?.type === 'text-delta' && events[0].text, 'Hello.');
      assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' });
    });

  it('has broken it off otherwise', async () => {
    for (const end of ['', ': goodbye\n\n', 'data: {"choices": []}\n\n', 'data: null\n\n']) {
      const last = (await ask(ending(end))).events.at(-1);
      assert.equal(last?.type === 'failure' && last.error.code, 'model-unreachable', end);
    }
  });
});

describe('a server that fails', () => {
  it('is told apart by what it refuses', async () => {
    const limited = { message: 'Slow down.', code: 'rate_limit_exceeded' };
    const missing = { message: 'The model x does not exist', code: 'model_not_found' };
    for (const [status, error, expected, headers] of [
      [429, limited, ['model-quota', true, 7000], { 'retry-after': '7' }],
      [429, limited, ['model-quota', true, 1500], { 'retry-after-ms': '1500' }],
      [503, { message: 'Busy.' }, ['model-overloaded', true, undefined], {}],
      [401, { message: 'No.' }, ['model-unauthorized', false, undefined], {}],
      [404, missing, ['model-not-found', false, undefined], {}],
      [400, { message: 'Bad.' }, ['model-failed', false, undefined], {}],
      [500, { message: 'Template.' }, ['model-failed', false, undefined], {}],
      [408, { message: 'Late.' }, ['model-unreachable', true, undefined], {}],
    ] as const)
      assert.deepEqual(await failure(refusing(status, error, headers)), expected, String(status));
  });

  it('is not asked again by whoever has nothing left to pay with', async () => {
    const unpaid = ['model-quota', false, undefined];
    const spent = { message: 'You exceeded your current quota.', code: 'insufficient_quota' };
    assert.deepEqual(await failure(refusing(429, spent, { 'retry-after': '7' })), unpaid);
    assert.deepEqual(await failure(refusing(429, { message: 'No.', code: 'billing_not_active' })), unpaid);
    assert.deepEqual(await failure(refusing(402, { message: 'Insufficient credits.' })), unpaid);
  });

  it('in the middle of a stream ends the reply with what it said of it', async () => {
    const error = { message: 'Provider overloaded', code: 502 };
    const { events } = await ask(answerChunks([chunk({ content: 'Hel' }), { error }]));
    assert.deepEqual(events[0], { type: 'text-delta', text: 'Hel' });
    assert.deepEqual(await failure(answerChunks([{ error }])), ['model-overloaded', true, undefined]);
    const limited = { error: { message: 'Slow.', code: 429 } };
    assert.deepEqual(await failure(answerChunks([limited])), ['model-quota', true, undefined]);
  });

  it('has told what it used before it failed', async () => {
    const details = { cached_tokens: 20, cache_write_tokens: 12 };
    const usage = { prompt_tokens: 43, completion_tokens: 10, prompt_tokens_details: details };
    const { events } = await ask(
      answerChunks([chunk({ content: 'Hel' }), { choices: [], usage }, { error: { message: 'No.' } }]),
    );
    assert.deepEqual(events.slice(-2, -1), [
      { type: 'usage', usage: { input: 43, output: 10, cached: 20, written: 12 } },
    ]);
  });

  it('to accept a call has its arguments told to the model', async () => {
    const call = { name: 'get_weather', arguments: { town: 'Rome' } };
    const broken = '{"town": "Rome';
    const told: readonly (readonly [string, unknown])[] = [
      [JSON.stringify(call), call.arguments],
      [
        `\`\`\`json\n${JSON.stringify({ tool_calls: [{ type: 'function', function: call }] })}\n\`\`\``,
        call.arguments,
      ],
      [JSON.stringify([{ function: { name: call.name }, parameters: call.arguments }]), call.arguments],
      ['<function=get_weather>{"town": "Rome"}</function>', call.arguments],
      [`get_weather${broken}</function>`, broken],
    ];
    for (const [failed_generation, args] of told) {
      const message = 'Tool call validation failed: parameters for tool `get_weather` did not match schema.';
      const error = { message, code: 'tool_use_failed', failed_generation };
      for (const answer of [refusing(400, error), answerChunks([{ error }])]) {
        const { events } = await ask(answer, { tools: [weather] });
        assert.deepEqual(events, [
          { type: 'invocation', name: call.name, arguments: args },
          { type: 'finish', reason: 'invocations' },
        ]);
      }
    }
    const error = { code: 'tool_use_failed', failed_generation: 'JSON does not match', message: 'Failed.' };
    assert.deepEqual(await failure(refusing(400, error)), ['model-failed', true, undefined]);
    // llama.cpp’s: no failure of the server, which others may go on asking.
    const message = 'The model produced output that does not match the expected peg-native format';
    const unread = { code: 500, message, type: 'server_error' };
    for (const answer of [refusing(500, unread), answerChunks([{ error: unread }])])
      assert.deepEqual(await failure(answer), ['model-failed', true, undefined]);
  });

  it('by falling silent may be asked again', async () => {
    const unreachable = ['model-unreachable', true, undefined];
    const vanishing: Answer = response => {
      startEvents(response);
      sendEvent(response, chunk({ content: 'Hel' }));
      setTimeout(() => response.destroy(), 20);
    };
    assert.deepEqual(await failure(vanishing), unreachable);
    assert.deepEqual(await failure(answerChunks([])), unreachable);
    assert.deepEqual(await failure(ending('')), unreachable);
    assert.deepEqual(await failure(response => void response.destroy()), unreachable);
  });

  it('by sending what is no JSON fails the reply', async () => {
    assert.deepEqual((await failure(answerChunks(['{"choices":['])))[0], 'model-failed');
    assert.deepEqual((await failure(answerJson({ choices: [] })))[0], 'model-unreachable');
  });

  it('by saying nothing gives an empty reply', async () => {
    const { events } = await ask(answerChunks([chunk({ content: '' }), chunk({}, 'stop')]));
    assert.deepEqual(events, [{ type: 'finish', reason: 'stop' }]);
  });
});
