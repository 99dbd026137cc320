import assert from 'node:assert/strict';
import type { Model, ModelEvent, ModelRequest } from '../../../src/converser/words/models/provider.ts';
import { estimateRequest } from '../../../src/converser/words/spending/estimate-request.ts';
import {
  createConfiguredProvider,
  type ProviderPorts,
} from '../../../src/providers/configured/configured-provider.ts';
import type { ProviderDefinition } from '../../../src/providers/facts/provider-definition.ts';
import { largeTools } from '../../dialects/contract/large-tools.ts';
import { sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import { startJsonServer } from '../../fakes/json-server.ts';
import { createMemoryLists } from '../../fakes/memory-lists.ts';
import { startOllamaServer } from '../../fakes/ollama-server.ts';
import { answerChunks, chunk, startOpenAiServer } from '../../fakes/openai-server.ts';
import { providerPorts } from '../../fakes/provider-ports.ts';
import { userSays } from '../../fakes/user-canister.ts';
import { says } from '../anthropic/replies.ts';
import { closedAfterEach } from '../at-servers.ts';

const never = new AbortController().signal;
const user = userSays('Roll.');
const roll: ModelRequest = {
  canisters: [user],
  tools: [{ name: 'roll', description: 'Rolls.', inputSchema: { type: 'object', properties: {} } }],
};
const hello = answerChunks([chunk({ content: 'Hello.' }), chunk({}, 'stop')]);

function portsWith(more: Partial<ProviderPorts>, records: Partial<ProviderPorts['records']> = {}) {
  const fake = createFakeHost();
  return { ...providerPorts(fake, records), ...more, fake };
}

const recording = (records: Partial<ProviderPorts['records']>) => portsWith({}, records);

const local = (url: string, more: Partial<ProviderDefinition> = {}): ProviderDefinition => ({
  id: 'local',
  label: 'Local',
  kind: 'openai',
  baseUrl: url,
  ...more,
});

async function eventsOf(model: Model | undefined, request = roll): Promise<readonly ModelEvent[]> {
  assert.ok(model);
  return Array.fromAsync(model.reply(request, never));
}

describe('A configured provider', () => {
  const run = closedAfterEach();

  it('lists models with what is known about them, and converses', async () => {
    const server = await run(
      startOpenAiServer(hello, [{ id: 'gpt-5' }, { id: 'qwen', max_model_len: 4096 }]),
    );
    const price = { input: 1, output: 2 };
    const provider = createConfiguredProvider(
      local(server.url, { models: { '*': { price }, qwen: { images: true, parallel: false } } }),
      portsWith({}),
    );
    const models = await provider.models(never);
    assert.deepEqual(
      models.map(({ id, capabilities, price }) => [id, capabilities, price]),
      [
        ['gpt-5', { tools: 'native', images: true, contextTokens: 400_000, outputTokens: 32_000 }, price],
        ['qwen', { tools: 'native', images: true, contextTokens: 4096, parallel: false }, price],
      ],
    );
    assert.deepEqual((await eventsOf(models[1])).at(-1), { type: 'finish', reason: 'stop' });
    assert.equal(server.received.at(-1)?.body.parallel_tool_calls, false);
    assert.deepEqual((await eventsOf(models[0])).at(-1), { type: 'finish', reason: 'stop' });
    assert.equal('parallel_tool_calls' in (server.received.at(-1)?.body ?? {}), false);
  });

  it('shows a remembered list without a request', async () => {
    const lists = createMemoryLists();
    const server = await run(startOpenAiServer(hello, [{ id: 'a' }]));
    await createConfiguredProvider(local(server.url), recording({ lists })).models(never);
    await server.close();
    const fetch = () => assert.fail('There was a request.');
    const later = createConfiguredProvider(local(server.url), portsWith({ fetch }, { lists }));
    for (const listed of [await later.known(), await later.models(never)])
      assert.deepEqual(
        listed?.map(({ id }) => id),
        ['a'],
      );
    const elsewhere = createConfiguredProvider(local('http://127.0.0.1:1/v1'), recording({ lists }));
    assert.equal(await elsewhere.known(), undefined);
  });

  it('knows by any name the one model of a server that takes any, also from a stored list', async () => {
    const lists = createMemoryLists();
    const server = await run(
      startJsonServer(({ path }) => {
        if (path === '/v1/models') return { body: { data: [{ id: 'qwen.gguf' }] } };
        return path === '/props'
          ? { body: { default_generation_settings: { n_ctx: 8_192 }, chat_template_caps: {} } }
          : undefined;
      }),
    );
    const place = local(`${server.url}/v1`);
    const provider = createConfiguredProvider(place, recording({ lists }));
    await provider.models(never);
    assert.equal(provider.named('default').capabilities.contextTokens, 8_192);
    assert.equal(provider.named('default').id, 'default');
    const later = createConfiguredProvider(place, recording({ lists }));
    await later.known();
    assert.equal(later.named('default').capabilities.contextTokens, 8_192);
  });

  it('stores nothing of a key', async () => {
    const lists = createMemoryLists();
    const server = await run(startOpenAiServer(hello, [{ id: 'a' }]));
    const provider = createConfiguredProvider(
      local(server.url),
      portsWith({ key: async () => 'sk-very-secret' }, { lists }),
    );
    await provider.models(never);
    await server.close();
    assert.equal(server.received[0]?.headers.authorization, 'Bearer sk-very-secret');
    assert.doesNotMatch(JSON.stringify([...lists.kept]), /secret/);
  });

  it('has one object per model as long as nothing changes about it', async () => {
    const server = await run(startOpenAiServer(hello, [{ id: 'a' }, { id: 'b' }]));
    let card: ReturnType<ProviderPorts['records']['cards']>;
    const cards: ProviderPorts['records']['cards'] = ({ id }) => (id === 'a' ? card : undefined);
    const provider = createConfiguredProvider(local(server.url), recording({ cards }));
    const [a, b] = await provider.models(never);
    assert.equal((await provider.models(never))[0], a);
    assert.equal(provider.named('a'), a);
    assert.equal(provider.named('unlisted'), provider.named('unlisted'));
    card = { images: true };
    const [changed, same] = await provider.models(never);
    assert.notEqual(changed, a);
    assert.equal(changed?.capabilities.images, true);
    assert.equal(same, b);
  });

  it('gives tools natively, through the contract, or not at all', async () => {
    const server = await run(
      startOpenAiServer((response, { body }) => {
        const calls = JSON.stringify(body.messages).includes('You can call tools');
        const said = calls ? '{"calls": [{"name": "roll", "arguments": {}}]}' : 'Hello.';
        return answerChunks([chunk({ content: said }), chunk({}, 'stop')])(response, {} as never);
      }),
    );
    const provider = createConfiguredProvider(
      local(server.url, { models: { 'c*': { tools: 'contract' }, 'n*': { tools: 'none' } } }),
      portsWith({}),
    );
    const last = () => server.received.at(-1)?.body ?? {};
    await eventsOf(provider.named('able'));
    assert.ok('tools' in last());
    assert.equal(provider.named('able').capabilities.contract, undefined);

    const spoken = await eventsOf(provider.named('contractual'));
    assert.ok(!('tools' in last()));
    assert.deepEqual(provider.named('contractual').capabilities, {
      tools: 'native',
      images: false,
      contract: true,
    });
    assert.ok(spoken.some(event => event.type === 'invocation' && event.name === 'roll'));

    assert.equal(provider.named('nothing').capabilities.tools, 'none');
    await eventsOf(provider.named('nothing'), { ...roll, tools: [] });
    assert.doesNotMatch(JSON.stringify(last()), /You can call tools|"tools"/);
  });

  it('follows a model’s card, but the settings override it', async () => {
    const cards: ProviderPorts['records']['cards'] = ({ id }) =>
      id === 'a' ? { tools: 'contract' } : undefined;
    const of = (models: ProviderDefinition['models']) =>
      createConfiguredProvider(
        local('http://127.0.0.1:1/v1', models === undefined ? {} : { models }),
        recording({ cards }),
      );
    assert.equal(of(undefined).named('a').capabilities.contract, true);
    assert.equal(of(undefined).named('b').capabilities.contract, undefined);
    assert.equal(of({ a: { tools: 'native' } }).named('a').capabilities.contract, undefined);
  });

  it('lists models again if the key changes, and on a refresh', async () => {
    let key = 'one';
    const server = await run(startOpenAiServer(hello));
    const provider = createConfiguredProvider(local(server.url), portsWith({ key: async () => key }));
    let changes = 0;
    provider.onDidChange?.(() => changes++);
    const listed = () => server.received.filter(({ url }) => url === '/v1/models').length;
    await provider.models(never);
    await provider.models(never);
    assert.equal(listed(), 1);
    key = 'two';
    await provider.models(never);
    assert.equal(listed(), 2);
    await provider.refresh(never);
    assert.equal(listed(), 3);
    assert.equal(changes, 1);
    await server.close();
    await assert.rejects(provider.refresh(never), { code: 'model-unreachable' });
  });

  it('warns once about a key that is sent unencrypted', async () => {
    const answer = () => Promise.resolve(Response.json({ object: 'list', data: [] }));
    const all = portsWith({ key: async () => 'k', fetch: answer });
    const provider = createConfiguredProvider(local('http://models.example/v1'), all);
    await provider.refresh(never);
    await provider.refresh(never);
    assert.equal(all.fake.logged.filter(line => /^warn .*unencrypted/.test(line)).length, 1);
  });

  it('counts tokens as Anthropic does, however the model gets tools', async () => {
    const server = await run(startAnthropicServer([sse('m', says('Hi.'))]));
    const provider = createConfiguredProvider(
      {
        id: 'anthropic',
        label: 'Anthropic',
        kind: 'anthropic',
        baseUrl: server.url,
        models: { 'b*': { tools: 'contract' } },
      },
      portsWith({ key: async () => 'right-key-123' }),
    );
    const [model] = await provider.models(never);
    assert.equal(await model?.countTokens?.(roll, never), 42);
    assert.equal(await provider.named('b').countTokens?.(roll, never), 42);
    assert.equal('tools' in (server.requests.at(-1)?.body ?? {}), false);
    assert.deepEqual((await eventsOf(model)).at(-1), { type: 'finish', reason: 'stop' });
  });

  it('estimates what the contract sends to a model whose tokens nobody can count', async () => {
    const models = { '*': { contextTokens: 8192 }, 'c*': { tools: 'contract' } } as const;
    const provider = createConfiguredProvider(local('http://127.0.0.1:9/v1', { models }), portsWith({}));
    const asked = { ...roll, tools: largeTools() };
    const model = provider.named('c');
    assert.equal(model.countedBy, 'estimate');
    const sent = await model.countTokens?.(asked, never);
    assert.ok(sent !== undefined && sent < 2_000, `${sent}`);
    assert.ok(estimateRequest(asked, 'local') > 10_000);
    assert.equal(provider.named('native').countTokens, undefined);
  });

  it('knows what only the own API of a local server reports', async () => {
    const server = await run(
      startOllamaServer({
        'gemma3:4b': { capabilities: ['completion', 'vision'], trained: 131_072 },
        'qwen3:8b': { capabilities: ['completion', 'tools'], trained: 40_960, loaded: 16_384 },
        'embed:latest': { capabilities: ['embedding'] },
      }),
    );
    const models = await createConfiguredProvider(local(`${server.url}/v1`), portsWith({})).models(never);
    const told = { tools: 'native', thinks: false, replySchema: true };
    assert.deepEqual(
      models.map(({ id, capabilities }) => [id, capabilities]),
      [
        ['gemma3:4b', { ...told, contract: true, images: true, contextTokens: 4096 }],
        ['qwen3:8b', { ...told, images: false, contextTokens: 16_384 }],
      ],
    );
  });

  it('lists the models of a server on this machine again after a minute', async () => {
    const models: Record<string, object> = { 'a:latest': {} };
    const server = await run(startOllamaServer(models));
    const all = portsWith({});
    const provider = createConfiguredProvider(local(`${server.url}/v1`), all);
    assert.equal((await provider.models(never)).length, 1);
    models['b:latest'] = {};
    assert.equal((await provider.models(never)).length, 1);
    await all.fake.clock.advance(60_000);
    assert.equal((await provider.models(never)).length, 2);
  });
});

describe('The environment', () => {
  const run = closedAfterEach();
  const variables = ['OPENAI_CUSTOM_HEADERS', 'ANTHROPIC_CUSTOM_HEADERS'] as const;
  const before = variables.map(name => process.env[name]);
  beforeEach(() => {
    for (const name of variables) process.env[name] = 'x-leak: secret\nauthorization: Bearer leak';
  });
  afterEach(() => {
    for (const [at, name] of variables.entries()) {
      const value = before[at];
      if (value === undefined) delete process.env[name];
      else process.env[name] = value;
    }
  });

  it('adds no headers of its own to a request', async () => {
    const openai = await run(startOpenAiServer(hello));
    const anthropic = await run(startAnthropicServer([sse('m', says('Hi.'))]));
    const key = async () => 'own-key-123';
    const servers = [
      local(openai.url),
      local(openai.url, { kind: 'openai-responses' }),
      local(anthropic.url, { kind: 'anthropic' }),
    ];
    for (const server of servers) await createConfiguredProvider(server, portsWith({ key })).models(never);
    const seen = [...openai.received, ...anthropic.requests];
    assert.ok(seen.length >= 3);
    for (const { headers } of seen) {
      assert.equal(headers['x-leak'], undefined);
      assert.equal(headers.authorization, 'Bearer own-key-123');
    }
    for (const name of variables) assert.match(process.env[name] ?? '', /x-leak/);
  });
});
