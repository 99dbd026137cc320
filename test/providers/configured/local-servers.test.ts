import assert from 'node:assert/strict';
import { mayTellDetails, withLocalDetails } from '../../../src/providers/configured/local-details.ts';
import { findLocalServers } from '../../../src/providers/configured/local-servers.ts';
import type { Connection } from '../../../src/providers/wire/connection.ts';
import { type JsonServer, startJsonServer } from '../../fakes/json-server.ts';
import { startLmStudioServer } from '../../fakes/lm-studio-server.ts';
import { startOllamaServer } from '../../fakes/ollama-server.ts';
import { closedAfterEach } from '../at-servers.ts';

const { signal } = new AbortController();

describe('Model servers on this machine', () => {
  const run = closedAfterEach();
  /** Where nothing listens. */
  const nobody = { ollama: 1, lmstudio: 1, llamacpp: 1, vllm: 1 };
  const find = (ports: Partial<typeof nobody>) =>
    findLocalServers({ fetch, signal, ports: { ...nobody, ...ports } });

  it('are found with the models that can converse', async () => {
    const ollama = await run(
      startOllamaServer({
        'qwen3:8b': { capabilities: ['completion', 'tools'], trained: 40_960 },
        'nomic-embed-text:latest': { capabilities: ['embedding'] },
      }),
    );
    const lmStudio = await run(
      startLmStudioServer({ 'google/gemma-3-4b': { type: 'vlm', longest: 131_072 } }),
    );
    const llama = await run(llamaServer());
    const vllm = await run(vllmServer());
    const [lmstudio, llamacpp] = [lmStudio.port, llama.port];
    const found = await find({ ollama: ollama.port, lmstudio, llamacpp, vllm: vllm.port });
    assert.deepEqual(
      found.map(({ server, models }) => [server, models.map(({ id }) => id)]),
      [
        [{ id: 'ollama', label: 'Ollama', kind: 'ollama', baseUrl: `${ollama.url}/v1` }, ['qwen3:8b']],
        [
          { id: 'lmstudio', label: 'LM Studio', kind: 'openai', baseUrl: `${lmStudio.url}/v1` },
          ['google/gemma-3-4b'],
        ],
        [{ id: 'llamacpp', label: 'llama.cpp', kind: 'openai', baseUrl: `${llama.url}/v1` }, ['qwen.gguf']],
        [{ id: 'vllm', label: 'vLLM', kind: 'openai', baseUrl: `${vllm.url}/v1` }, ['Qwen/Qwen3-8B']],
      ],
    );
  });

  it('are found at the port that llama.cpp announces, too, but one of each only', async () => {
    const llama = await run(llamaServer());
    const moved =
      (...ports: readonly string[]): typeof fetch =>
      (input, init) => {
        const { host, port, pathname } = new URL(String(input));
        return ports.includes(port)
          ? fetch(String(input).replace(host, new URL(llama.url).host), init)
          : Promise.reject(new TypeError(`nobody at ${port}${pathname}`));
      };
    for (const [ports, found] of [
      [['9931'], ['http://127.0.0.1:9931/v1']],
      [['8080', '9931'], ['http://127.0.0.1:8080/v1']],
    ] as const) {
      const servers = await findLocalServers({ fetch: moved(...ports), signal });
      assert.deepEqual(
        servers.map(({ server }) => server.baseUrl),
        found,
      );
    }
  });

  it('are not found where nothing listens, or something else', async () => {
    const other = await run(startJsonServer(() => ({ body: { hello: 'world' } })));
    const missing = await run(startJsonServer(() => undefined));
    assert.deepEqual(await find({}), []);
    assert.deepEqual(
      await find({ ollama: other.port, lmstudio: other.port, llamacpp: missing.port, vllm: other.port }),
      [],
    );
  });

  it('are not looked for where a port redirects to', async () => {
    const real = await run(startOllamaServer({ a: {} }));
    const redirecting = await run(
      startJsonServer(({ path }) => ({ status: 307, headers: { location: `${real.url}${path}` }, body: '' })),
    );
    assert.deepEqual(await find({ ollama: redirecting.port }), []);
    assert.ok(redirecting.seen.length > 0);
    assert.deepEqual(real.seen, []);
  });

  it('are no longer looked for when the user stops', async () => {
    const silent = await run(startJsonServer(() => new Promise<undefined>(() => {})));
    const stop = new AbortController();
    const ports = { ...nobody, ollama: silent.port };
    const looking = findLocalServers({ fetch, signal: stop.signal, ports });
    stop.abort();
    assert.deepEqual(await looking, []);
  });
});

describe('What local servers report about their models', () => {
  /** All of them hold a model to a schema. */
  const constrained = { replySchema: true };

  async function factsFrom(server: JsonServer, more: Partial<Connection> = {}) {
    const key = async () => undefined;
    const connection = { id: 'local', label: 'Local', baseUrl: `${server.url}/v1`, key, ...more };
    const list = await fetch(`${server.url}/v1/models`).then(response => response.json());
    const { data } = list as { readonly data: readonly { readonly id: string }[] };
    const ids = data.map(({ id }) => ({ id }));
    try {
      return await withLocalDetails(ids, { connection, signal });
    } finally {
      await server.close();
    }
  }

  it('is, of Ollama, the context that it really keeps', async () => {
    const callsTools = ['completion', 'tools'];
    const models = await factsFrom(
      await startOllamaServer({
        loaded: { capabilities: callsTools, trained: 131_072, loaded: 65_536, parameters: 'num_ctx 8192' },
        set: {
          capabilities: [...callsTools, 'vision'],
          trained: 131_072,
          parameters: 'stop                           "<end>"\nnum_ctx                        16384',
        },
        ordinary: { capabilities: ['completion'], trained: 131_072 },
        short: { capabilities: ['completion'], trained: 2_048 },
        cloud: { capabilities: callsTools, trained: 262_144, remote: 'big' },
        old: { trained: 8_192 },
        embedding: { capabilities: ['embedding'] },
      }),
    );
    const known = (id: string, tools: string, contextTokens: number, images = false) => ({
      id,
      facts: { tools, images, thinks: false, contextTokens, ...constrained },
    });
    assert.deepEqual(models, [
      known('loaded', 'native', 65_536),
      known('set', 'native', 16_384, true),
      known('ordinary', 'contract', 4_096),
      known('short', 'contract', 2_048),
      known('cloud', 'native', 262_144),
      { id: 'old', facts: { contextTokens: 4_096, ...constrained } },
    ]);
  });

  const studio = {
    loaded: { type: 'llm', longest: 131_072, loaded: [8_192, 4_096], tools: true, label: 'Loaded One' },
    resting: { type: 'vlm', longest: 32_768 },
    embedding: { type: 'embedding', longest: 2_048 },
  } as const;

  it('is, of LM Studio, what a model was loaded with and trained for', async () => {
    assert.deepEqual(await factsFrom(await startLmStudioServer(studio)), [
      {
        id: 'loaded',
        label: 'Loaded One',
        facts: { contextTokens: 4_096, tools: 'native', images: false, ...constrained },
      },
      {
        id: 'resting',
        label: 'resting',
        facts: { contextTokens: 32_768, tools: 'contract', images: true, ...constrained },
      },
    ]);
  });

  it('is, of llama.cpp, what it was started with', async () => {
    assert.deepEqual(await factsFrom(await llamaServer()), [
      {
        id: 'qwen.gguf',
        facts: { contextTokens: 65_536, images: true, tools: 'native', ...constrained },
        isOnly: true,
      },
    ]);
  });

  it('is, of llama.cpp as a router, what each model was or will be loaded with, and loads none', async () => {
    const status = (value: string, ...args: readonly string[]) => ({
      value,
      args: ['llama-server', ...args],
    });
    const data = [
      { id: 'big model', status: status('loaded', '--ctx-size', '4096') },
      { id: 'resting', status: status('unloaded', '--ctx-size', '8192') },
      { id: 'plain', status: status('unloaded') },
    ];
    const router = await startJsonServer(({ path }) => {
      if (path === '/v1/models') return { body: { data } };
      if (path === '/props')
        return { body: { role: 'router', default_generation_settings: { params: null, n_ctx: 0 } } };
      if (path === '/props?model=big%20model&autoload=false')
        return {
          body: {
            default_generation_settings: { n_ctx: 2_048 },
            chat_template_caps: { supports_tools: false },
          },
        };
      return undefined;
    });
    assert.deepEqual(await factsFrom(router), [
      { id: 'big model', facts: { contextTokens: 2_048, tools: 'contract', ...constrained } },
      { id: 'resting', facts: { contextTokens: 8_192, ...constrained } },
      { id: 'plain', facts: { ...constrained } },
    ]);
    assert.equal(router.seen.filter(({ path }) => path.startsWith('/props?')).length, 1);
  });

  it('is, of llama.cpp, that a template takes one call in a message', async () => {
    const [model] = await factsFrom(await llamaServer({ supports_parallel_tool_calls: false }));
    assert.equal(model?.facts?.parallel, false);
  });

  it('is nothing if the server is another one', async () => {
    const plain = () =>
      startJsonServer(({ path }) => (path === '/v1/models' ? { body: { data: [{ id: 'a' }] } } : undefined));
    assert.deepEqual(await factsFrom(await plain()), [{ id: 'a' }]);
  });

  it('is requested with the key, and only at the server’s address', async () => {
    const server = await startOllamaServer({ a: { capabilities: ['completion'] } });
    await factsFrom(server, { key: async () => 'local-key' });
    const asked = server.seen.filter(({ path }) => path.startsWith('/api/'));
    assert.ok(asked.length >= 4);
    for (const { headers } of asked) assert.equal(headers.authorization, 'Bearer local-key');
  });

  it('is requested on this machine and at the usual ports, not from vendors', () => {
    assert.ok(mayTellDetails('http://localhost:9999/v1'));
    assert.ok(mayTellDetails('http://192.168.1.5:11434/v1'));
    assert.ok(!mayTellDetails('https://openrouter.ai/api/v1'));
  });
});

function llamaServer(caps: object = { supports_parallel_tool_calls: true }): Promise<JsonServer> {
  return startJsonServer(({ path }) => {
    if (path === '/props')
      return {
        body: {
          default_generation_settings: { id: 0, n_ctx: 65_536, params: {} },
          total_slots: 4,
          model_alias: 'qwen.gguf',
          modalities: { vision: true, audio: false },
          chat_template_caps: { supports_tools: true, supports_tool_calls: true, ...caps },
        },
      };
    if (path === '/v1/models')
      return { body: { object: 'list', data: [{ id: 'qwen.gguf', object: 'model', owned_by: 'llamacpp' }] } };
    return undefined;
  });
}

function vllmServer(): Promise<JsonServer> {
  return startJsonServer(({ path }) =>
    path === '/v1/models'
      ? { body: { object: 'list', data: [{ id: 'Qwen/Qwen3-8B', owned_by: 'vllm', max_model_len: 40_960 }] } }
      : undefined,
  );
}
