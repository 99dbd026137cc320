import assert from 'node:assert/strict';
import type { ModelOptions } from '../../../src/converser/words/models/model-options.ts';
import type { Model, ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { createConfiguredProvider } from '../../../src/providers/configured/configured-provider.ts';
import { readProviders } from '../../../src/providers/configured/read-providers.ts';
import { sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { answerLines, done, piece, startOllamaChatServer } from '../../fakes/ollama-chat-server.ts';
import {
  answerChunks,
  answerJson,
  chunk,
  sendEvent,
  startEvents,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';
import { providerPorts } from '../../fakes/provider-ports.ts';
import { userSays } from '../../fakes/user-canister.ts';
import { says } from '../anthropic/replies.ts';
import { documentedComplaint } from './documented-fields.ts';

const never = new AbortController().signal;

/** All that can be wanted. */
const everything: Required<Omit<ModelOptions, 'cacheLifetime' | 'contextTokens' | 'showThinking'>> = {
  effort: 'high',
  temperature: 0.5,
  topP: 0.9,
  maxOutputTokens: 900,
  seed: 7,
  stop: ['END'],
  verbosity: 'low',
  serviceTier: 'flex',
  body: { top_k: 3 },
};

const sampling = { temperature: 0.5, top_p: 0.9 };
const common = { ...sampling, max_tokens: 900, stop: ['END'] };

/** A model of a well-known provider or of one of your own, and the options of the request that is answered. */
type Row = readonly [reference: string, sent: object, more?: RowDetails];

interface RowDetails {
  readonly wanted?: ModelOptions;
  /** What you are told that the model doesn't take. */
  readonly left?: readonly string[];
  /** What the server lists of the model besides its id. */
  readonly listed?: object;
  /** Where no well-known provider has this id. */
  readonly entry?: object;
}

const unsaid = ['verbosity', 'serviceTier'] as const;

const by = (owner: string) => ({ listed: { owned_by: owner } });

const rows: readonly Row[] = [
  [
    'azure/gpt-5.6-sol',
    { ...common, seed: 7, reasoning_effort: 'high', verbosity: 'low', service_tier: 'flex' },
    { entry: { baseUrl: 'https://mine.openai.azure.com/openai/v1/' }, left: ['body'] },
  ],
  [
    'deepseek/deepseek-v4-pro',
    { ...common, thinking: { type: 'enabled' }, reasoning_effort: 'high' },
    { left: ['seed', ...unsaid, 'body'] },
  ],
  ['deepseek/deepseek-v4-flash', { thinking: { type: 'disabled' } }, { wanted: { effort: 'none' } }],
  [
    'deepseek/deepseek-v4-pro',
    { thinking: { type: 'enabled' }, reasoning_effort: 'low' },
    { wanted: { effort: 'medium' } },
  ],
  [
    'gemini/gemini-3.5-flash',
    {
      ...common,
      extra_body: { google: { thinking_config: { include_thoughts: true, thinking_level: 'high' } } },
    },
    { left: ['seed', ...unsaid, 'body'] },
  ],
  [
    'groq/qwen/qwen3-32b',
    { ...common, seed: 7, service_tier: 'flex', reasoning_effort: 'default', reasoning_format: 'parsed' },
    { left: ['verbosity', 'body'] },
  ],
  [
    'groq/qwen/qwen3-32b',
    { reasoning_effort: 'none', reasoning_format: 'hidden' },
    { wanted: { effort: 'none', showThinking: false } },
  ],
  [
    'llamacpp/qwen3-8b-q4_k_m.gguf',
    {
      ...common,
      seed: 7,
      top_k: 3,
      cache_prompt: true,
      id_slot: 1,
      chat_template_kwargs: { enable_thinking: true },
    },
    {
      ...by('llamacpp'),
      wanted: { ...everything, body: { top_k: 3, cache_prompt: true, id_slot: 1 } },
      left: [...unsaid],
    },
  ],
  [
    'llamacpp/gpt-oss-20b',
    { chat_template_kwargs: { builtin_tools: [], reasoning_effort: 'high' } },
    {
      ...by('llamacpp'),
      wanted: { effort: 'max', body: { chat_template_kwargs: { builtin_tools: [] } } },
    },
  ],
  ...(['low', 'medium', 'high', 'none'] as const).map(
    (effort): Row => [
      'llamacpp/qwen3-8b-q4_k_m.gguf',
      {
        chat_template_kwargs: { enable_thinking: effort !== 'none' },
        ...(effort === 'low' && { thinking_budget_tokens: 1_024 }),
        ...(effort === 'medium' && { thinking_budget_tokens: 8_192 }),
      },
      { ...by('llamacpp'), wanted: { effort } },
    ],
  ),
  ...(['low', 'none'] as const).map(
    (effort): Row => [
      'llamacpp/ministral-3-14b-reasoning.gguf',
      { reasoning_effort: effort, ...(effort === 'low' && { thinking_budget_tokens: 1_024 }) },
      { ...by('llamacpp'), wanted: { effort } },
    ],
  ),
  [
    'vllm/google/gemma-4-31b-it',
    { chat_template_kwargs: { enable_thinking: true } },
    { ...by('vllm'), wanted: { effort: 'low' } },
  ],
  ['moonshot/kimi-k3', { reasoning_effort: 'low' }, { wanted: { effort: 'medium' } }],
  ['moonshot/kimi-k3', { reasoning_effort: 'low' }, { wanted: { effort: 'none' } }],
  ...(
    [
      ['glm-5.2', 'low', 'high'],
      ['glm-5.2', 'xhigh', 'high'],
      ['glm-5.2', 'max', 'max'],
      ['glm-5.3', 'medium', 'low'],
      ['glm-5.3', 'none', 'low'],
    ] as const
  ).map(
    ([model, effort, level]): Row => [
      `zai/${model}`,
      { thinking: { type: 'enabled', clear_thinking: false }, reasoning_effort: level },
      { wanted: { effort } },
    ],
  ),
  [
    'minimax/MiniMax-M2',
    { ...sampling, max_tokens: 900, reasoning_split: true },
    {
      entry: { kind: 'openai', baseUrl: 'https://api.minimax.io/v1' },
      left: ['effort', 'stop', 'seed', ...unsaid, 'body'],
    },
  ],
  [
    'mistral/mistral-medium-3-5',
    { ...common, random_seed: 7, reasoning_effort: 'high' },
    { left: [...unsaid, 'body'] },
  ],
  ['mistral/codestral-latest', {}, { wanted: { effort: 'high' }, left: ['effort'] }],
  [
    'moonshot/kimi-k2.6',
    { max_tokens: 900, stop: ['END'], thinking: { type: 'enabled', keep: 'all' } },
    { left: ['temperature', 'topP', 'seed', ...unsaid, 'body'] },
  ],
  ['moonshot/kimi-k2.6', { thinking: { type: 'disabled' } }, { wanted: { effort: 'none' } }],
  [
    'openrouter/anthropic/claude-opus-5',
    { ...common, seed: 7, top_k: 3, verbosity: 'low', reasoning: { effort: 'high' } },
    { listed: { supported_parameters: ['tools', 'reasoning'] }, left: ['serviceTier'] },
  ],
  [
    'openrouter/x/plain',
    { reasoning: { exclude: true } },
    {
      listed: { supported_parameters: ['tools'] },
      wanted: { effort: 'high', showThinking: false },
      left: ['effort'],
    },
  ],
  [
    'lab/deepseek-ai/DeepSeek-V3.1',
    { ...common, seed: 7, top_k: 3, chat_template_kwargs: { thinking: true } },
    {
      entry: { kind: 'openai', baseUrl: 'http://10.0.0.7:30000/v1' },
      ...by('sglang'),
      left: [...unsaid],
    },
  ],
  [
    'vllm/Qwen/Qwen3-8B',
    { chat_template_kwargs: { enable_thinking: false } },
    { ...by('vllm'), wanted: { effort: 'none' } },
  ],
  ['vllm/openai/gpt-oss-20b', { reasoning_effort: 'low' }, { wanted: { effort: 'low' } }],
  [
    'xai/grok-4.3',
    { ...sampling, max_tokens: 900, seed: 7, reasoning_effort: 'high' },
    { left: ['stop', ...unsaid, 'body'] },
  ],
  ['xai/grok-4-fast', {}, { wanted: { effort: 'high' }, left: ['effort'] }],
  [
    'zai/glm-5.2',
    { ...common, thinking: { type: 'enabled', clear_thinking: false }, reasoning_effort: 'high' },
    { left: ['seed', ...unsaid, 'body'] },
  ],
  ['zai/glm-4.7', { thinking: { type: 'disabled' } }, { wanted: { effort: 'none' } }],
];

/** Set by the conversation, on one wire or another. */
const conversational = [
  ...['model', 'messages', 'input', 'system', 'stream', 'stream_options', 'store', 'include', 'tools'],
  ...['truncate', 'shift', 'prompt_cache_key'],
];

interface Asked {
  readonly sent: object;
  readonly left: readonly string[];
}

/** Asks a model of a provider as it stands in the settings, whose address leads to a server on this machine. */
async function ask(
  url: string,
  row: { readonly provider: string; readonly model: string } & RowDetails,
  bodies: () => readonly object[],
): Promise<Asked> {
  const { providers } = readProviders({ [row.provider]: row.entry ?? {} });
  const [definition] = providers;
  assert.ok(definition, row.provider);
  const redirected: typeof fetch = (input, init) => fetch(onThisMachine(String(input), url), init);
  const provider = createConfiguredProvider(definition, {
    ...providerPorts(createFakeHost()),
    fetch: redirected,
    key: async () => 'test-key',
  });
  const model = (await provider.models(never)).find(({ id }) => id === row.model);
  const events = await replyOf(model ?? provider.named(row.model), row.wanted ?? everything);
  const end = events.at(-1);
  assert.deepEqual(end, { type: 'finish', reason: 'stop' }, JSON.stringify(end));
  return { sent: optionsIn(bodies().at(-1) ?? {}), left: leftOutIn(events) };
}

/** Vendors have their APIs at different paths. */
function onThisMachine(address: string, origin: string): string {
  const { pathname, search } = new URL(address);
  const path = pathname.replace(/^.*\/(chat\/completions|responses|models)$/, '/v1/$1');
  return `${origin}${path}${search}`;
}

function replyOf(model: Model, wanted: ModelOptions): Promise<readonly ModelEvent[]> {
  return Array.fromAsync(model.reply({ canisters: [userSays('Hello.')], tools: [], wanted }, never));
}

function optionsIn(body: object): object {
  return Object.fromEntries(Object.entries(body).filter(([name]) => !conversational.includes(name)));
}

function leftOutIn(events: readonly ModelEvent[]): readonly string[] {
  return events.flatMap(event =>
    event.type === 'notice'
      ? (/doesn’t take (.*), so Converser/.exec(event.message)?.[1]?.split(', ') ?? [])
      : [],
  );
}

describe('Every option, over a real socket', () => {
  for (const [reference, sent, more = {}] of rows) {
    const [, provider = '', model = ''] = /^(.*?)\/(.*)$/.exec(reference) ?? [];
    const what = more.wanted === undefined ? 'everything' : JSON.stringify(more.wanted);
    it(`reaches ${model} of ${provider} as its API has it: ${what}`, async () => {
      const vendor = provider === 'lab' ? 'sglang' : provider;
      const server = await startOpenAiServer(
        (response, received) => {
          const message = documentedComplaint(vendor, received.body);
          if (message !== undefined) return answerJson({ error: { message } }, 400)(response);
          return answerChunks([chunk({ content: 'Hi.' }), chunk({}, 'stop')])(response, received);
        },
        [{ id: model, object: 'model', ...more.listed }],
      );
      const bodies = () => server.received.filter(({ method }) => method === 'POST').map(({ body }) => body);
      try {
        const origin = server.url.replace(/\/v1$/, '');
        const asked = await ask(origin, { provider, model, ...more }, bodies);
        assert.deepEqual(asked.sent, sent);
        assert.deepEqual(new Set(asked.left), new Set(more.left));
      } finally {
        await server.close();
      }
    });
  }

  it('is that of the provider’s entry where nothing else is wanted', async () => {
    const server = await startOpenAiServer(answerChunks([chunk({ content: 'Hi.' }), chunk({}, 'stop')]), [
      { id: 'grok-4.3' },
    ]);
    const bodies = () => server.received.filter(({ method }) => method === 'POST').map(({ body }) => body);
    const entry = { options: { effort: 'low', temperature: 0.2, body: { top_k: 3 } } };
    const row = { provider: 'xai', model: 'grok-4.3', entry, wanted: { temperature: 1 } };
    const asked = await ask(server.url.replace(/\/v1$/, ''), row, bodies).finally(server.close);
    assert.deepEqual(asked.sent, { top_k: 3, reasoning_effort: 'low', temperature: 1 });
  });

  it('reaches OpenAI in Responses', async () => {
    const server = await startOpenAiServer(
      response => {
        startEvents(response);
        sendEvent(response, { type: 'response.completed', response: { id: 'r', output: [], usage: null } });
        response.end();
      },
      [{ id: 'gpt-5.6-sol' }],
    );
    const bodies = () => server.received.filter(({ method }) => method === 'POST').map(({ body }) => body);
    const row = { provider: 'openai', model: 'gpt-5.6-sol' };
    const asked = await ask(server.url.replace(/\/v1$/, ''), row, bodies).finally(server.close);
    assert.deepEqual(asked, {
      sent: {
        ...sampling,
        top_k: 3,
        max_output_tokens: 900,
        reasoning: { effort: 'high', summary: 'auto' },
        text: { verbosity: 'low' },
        service_tier: 'flex',
      },
      left: ['stop', 'seed'],
    });
  });

  for (const [model, sent, left] of [
    [
      'claude-opus-5-5',
      {
        top_k: 3,
        max_tokens: 900,
        stop_sequences: ['END'],
        thinking: { type: 'adaptive', display: 'summarized' },
        output_config: { effort: 'high' },
      },
      ['temperature', 'topP', 'seed', ...unsaid],
    ],
    [
      'claude-3-5-haiku-20241022',
      { top_k: 3, max_tokens: 900, ...sampling, stop_sequences: ['END'] },
      ['effort', 'seed', ...unsaid],
    ],
  ] as const)
    it(`reaches ${model} of Anthropic`, async () => {
      const server = await startAnthropicServer(() => sse('m', says('Hi.')));
      const bodies = () => server.requests.filter(({ method }) => method === 'POST').map(({ body }) => body);
      const asked = await ask(server.url, { provider: 'anthropic', model }, bodies).finally(server.close);
      assert.deepEqual(asked.sent, sent);
      assert.deepEqual(new Set(asked.left), new Set(left));
    });

  it('reaches Ollama in its own API', async () => {
    const server = await startOllamaChatServer(
      { 'qwen3:8b': { trained: 40_960, capabilities: ['completion', 'tools', 'thinking'] } },
      answerLines([piece({ content: 'Hi.' }), done()]),
    );
    const bodies = () => server.chats.map(({ body }) => body);
    const asked = await ask(server.url, { provider: 'ollama', model: 'qwen3:8b' }, bodies).finally(
      server.close,
    );
    assert.deepEqual(asked, {
      sent: {
        think: 'high',
        options: { ...sampling, num_ctx: 16_384, num_predict: 900, stop: ['END'], seed: 7, top_k: 3 },
      },
      left: ['verbosity', 'serviceTier'],
    });
  });
});
