import assert from 'node:assert/strict';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { optionsFor } from '../../../src/dialects/options/options-for.ts';
import { sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { answerChunks, chunk, startOpenAiServer } from '../../fakes/openai-server.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { createAnthropicProvider, createOpenAiProvider } from '../../fakes/sdk-providers.ts';
import { openGateway } from '../support/open-gateway.ts';

const user = { role: 'user', content: 'Hello' };
const bodies = {
  '/v1/chat/completions': { messages: [user] },
  '/v1/responses': { input: [user] },
  '/v1/messages': { max_tokens: 4000, messages: [user] },
} as const;
type Path = keyof typeof bodies;

/** As Claude Code sends them. */
const claudeCode = {
  temperature: 1,
  stop_sequences: ['END'],
  metadata: { user_id: 'someone' },
  thinking: { type: 'adaptive' },
  context_management: { edits: [{ type: 'clear_thinking_20251015', keep: 'all' }] },
  output_config: { effort: 'medium' },
  top_k: 5,
};

/** As Codex sends them. */
const codex = {
  reasoning: { effort: 'high', summary: 'auto' },
  store: false,
  include: ['reasoning.encrypted_content'],
  prompt_cache_key: 'a-thread',
  client_metadata: { installation: 'x' },
  text: { verbosity: 'low' },
  max_output_tokens: 3000,
  parallel_tool_calls: true,
};

const chat = {
  temperature: 1.5,
  top_p: 0.9,
  stop: 'END',
  max_completion_tokens: 3000,
  safety_identifier: 'someone',
  seed: 7,
  n: 2,
  logprobs: true,
  presence_penalty: 0,
  frequency_penalty: 0.5,
};

interface Sent {
  /** What reached the model's server, without what the gateway itself sets. */
  readonly body: object;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly ignored: readonly string[];
}

describe('the options of a client', () => {
  it('of Messages reach a server with Chat Completions under their names there, and no others do', async () => {
    const { body, ignored } = await toOpenAi('/v1/messages', claudeCode);
    assert.deepEqual(body, { max_tokens: 4000, temperature: 1, user: 'someone', reasoning_effort: 'medium' });
    assert.deepEqual(ignored, ['context_management', 'top_k']);
  });

  it('of Responses reach a server with Chat Completions, too', async () => {
    const { body, ignored } = await toOpenAi('/v1/responses', codex);
    assert.deepEqual(body, {
      max_tokens: 3000,
      reasoning_effort: 'high',
      verbosity: 'low',
      prompt_cache_key: 'a-thread',
    });
    assert.deepEqual(ignored, ['client_metadata']);
  });

  it('of Messages and Chat Completions reach a server with Responses', async () => {
    const fromClaude = await toOpenAi('/v1/messages', claudeCode, 'responses');
    const sent = {
      max_output_tokens: 4000,
      temperature: 1,
      user: 'someone',
      reasoning: { effort: 'medium' },
    };
    assert.deepEqual(fromClaude.body, sent);
    assert.deepEqual(fromClaude.ignored, ['context_management', 'top_k']);
    const fromChat = await toOpenAi('/v1/chat/completions', chat, 'responses');
    const expected = { max_output_tokens: 3000, temperature: 1.5, top_p: 0.9, user: 'someone' };
    assert.deepEqual(fromChat.body, expected);
    assert.deepEqual(fromChat.ignored, ['n', 'logprobs', 'frequency_penalty', 'seed']);
  });

  it('of Chat Completions and Responses reach Anthropic, with effort as thinking', async () => {
    const fromChat = await toAnthropic('/v1/chat/completions', chat);
    assert.deepEqual(fromChat.body, {
      max_tokens: 3000,
      temperature: 1,
      top_p: 0.9,
      stop_sequences: ['END'],
      metadata: { user_id: 'someone' },
    });
    assert.deepEqual(fromChat.ignored, ['n', 'logprobs', 'frequency_penalty', 'seed']);
    const fromCodex = await toAnthropic('/v1/responses', { ...codex, temperature: 0.2 });
    const thinking = { type: 'enabled', budget_tokens: 1500 };
    assert.deepEqual(fromCodex.body, { max_tokens: 3000, thinking });
    const unknown = ['client_metadata', 'text.verbosity', 'prompt_cache_key', 'temperature'];
    assert.deepEqual(fromCodex.ignored, unknown);
  });

  it('reach a server of their own wire as they are, with what the client turned on by header', async () => {
    const betas = ['context-management-2025-06-27', 'interleaved-thinking-2025-05-14'];
    const headers = { 'anthropic-beta': betas.join(', ') };
    const own = await toAnthropic('/v1/messages', claudeCode, headers);
    assert.deepEqual(own.body, { max_tokens: 4000, ...claudeCode });
    assert.deepEqual(own.ignored, []);
    assert.equal(own.headers['anthropic-beta'], betas.join());
    const { n: _n, logprobs: _logprobs, ...kept } = chat;
    const same = await toOpenAi('/v1/chat/completions', chat);
    assert.deepEqual(same.body, kept);
    assert.deepEqual(same.ignored, ['n', 'logprobs']);
  });

  it('reach VS Code’s models where these heed them', async () => {
    const wire = { dialect: 'vscode-lm', model: 'copilot/gpt' } as const;
    const { options, ignored } = optionsFor({ options: chat, dialect: 'openai-chat' }, wire);
    assert.deepEqual(options, { max_tokens: 3000, temperature: 1.5, stop: 'END' });
    const unheeded = ['frequency_penalty', 'logprobs', 'n', 'safety_identifier', 'seed', 'top_p'];
    assert.deepEqual(ignored.toSorted(), unheeded);
    const several = optionsFor({ options: { stop: ['A', 'B'] }, dialect: 'openai-chat' }, wire);
    assert.deepEqual([several.options, several.ignored], [{}, ['stop']]);
    const model: Model = { ...createScriptedModel(), dialect: 'vscode-lm' };
    const told = await asked('/v1/messages', claudeCode, { model });
    const ofClaude = ['context_management', 'metadata.user_id', 'output_config.effort', 'top_k'];
    assert.deepEqual(told.toSorted(), ofClaude);
  });

  it('are all named where the model takes none', async () => {
    const ignored = await asked('/v1/responses', codex, { model: createScriptedModel() });
    const ofCodex = ['client_metadata', 'max_output_tokens', 'prompt_cache_key', 'reasoning.effort'];
    assert.deepEqual(ignored.toSorted(), [...ofCodex, 'text.verbosity']);
  });

  it('cannot break the header that names them', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const evil = { 'a\r\nset-cookie: x': 1, 'ünïcode, with a comma': 1, ['long'.repeat(1_000)]: 1 };
    const body = { ...bodies['/v1/messages'], ...evil, model: 'model' };
    const response = await gateway.post('/v1/messages', body);
    assert.equal(response.status, 200);
    assert.equal(response.headers.has('set-cookie'), false);
    const header = response.headers.get('x-converser-ignored') ?? '';
    assert.ok(header.length <= 2_010, header);
    assert.match(header, /%0D%0A/);
  });

  it('of effort are left out where a server does not know them', async () => {
    let asked = 0;
    const server = await startOpenAiServer((response, received) => {
      asked++;
      if (received.body.reasoning_effort === undefined)
        return answerChunks([chunk({ content: 'Hi.' }), chunk({}, 'stop')])(response, received);
      const error = { message: 'Unrecognized request argument supplied: reasoning_effort' };
      response.writeHead(400, { 'content-type': 'application/json' }).end(JSON.stringify({ error }));
    });
    try {
      const model = await modelOf(createOpenAiProvider(connectionTo(server)));
      await using gateway = await openGateway({ models: [model] });
      const body = { ...bodies['/v1/messages'], output_config: { effort: 'max' }, model: 'default' };
      for (const times of [2, 3]) {
        const response = await gateway.post('/v1/messages', body);
        assert.equal(response.status, 200, await response.text());
        assert.equal(asked, times);
      }
    } finally {
      await server.close();
    }
  });
});

async function toOpenAi(path: Path, options: object, api: 'chat' | 'responses' = 'chat'): Promise<Sent> {
  const said = { type: 'response.output_text.delta', delta: 'Hi.' };
  const chunks = {
    chat: [chunk({ content: 'Hi.' }), chunk({}, 'stop')],
    responses: [said, { type: 'response.completed', response: { output: [] } }],
  };
  const server = await startOpenAiServer(answerChunks(chunks[api]));
  try {
    const model = await modelOf(createOpenAiProvider({ ...connectionTo(server), api }));
    const ignored = await asked(path, options, { model });
    return { ...sentTo(server.received), ignored };
  } finally {
    await server.close();
  }
}

async function toAnthropic(
  path: Path,
  options: object,
  headers: Readonly<Record<string, string>> = {},
): Promise<Sent> {
  const server = await startAnthropicServer([
    sse('msg', [
      { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
      { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Hi.' } },
      { type: 'content_block_stop', index: 0 },
      { type: 'message_delta', delta: { stop_reason: 'end_turn' }, usage: { output_tokens: 2 } },
      { type: 'message_stop' },
    ]),
  ]);
  try {
    const model = await modelOf(createAnthropicProvider(connectionTo(server)));
    const ignored = await asked(path, options, { model, headers });
    return { ...sentTo(server.requests), ignored };
  } finally {
    await server.close();
  }
}

function connectionTo({ url: baseUrl }: { readonly url: string }) {
  return { id: 'server', label: 'Server', baseUrl, key: async () => 'a-key' };
}

/** The last request, without what is no option of a client. */
function sentTo(requests: readonly Pick<Sent, 'body' | 'headers'>[]) {
  const { body = {}, headers = {} } = requests.at(-1) ?? {};
  const own = ['model', 'messages', 'system', 'input', 'include', 'stream', 'store', 'stream_options'];
  const options = Object.entries(body).filter(([name]) => !own.includes(name));
  return { body: Object.fromEntries(options), headers };
}

async function modelOf(provider: { models(signal: AbortSignal): Promise<readonly Model[]> }): Promise<Model> {
  const [model] = await provider.models(new AbortController().signal);
  return model ?? assert.fail('The server lists no model.');
}

async function asked(
  path: Path,
  more: object,
  { model, headers = {} }: { readonly model: Model; readonly headers?: Readonly<Record<string, string>> },
): Promise<readonly string[]> {
  await using gateway = await openGateway({ models: [model] });
  const response = await gateway.post(path, { ...bodies[path], ...more, model: 'default' }, headers);
  assert.equal(response.status, 200, await response.clone().text());
  return response.headers.get('x-converser-ignored')?.split(', ') ?? [];
}
