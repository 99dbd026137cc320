import assert from 'node:assert/strict';
import { isJsonObject, type JsonObject } from '../../../src/converser/ground/json/json.ts';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import type { ModelOptions } from '../../../src/converser/words/models/model-options.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../src/converser/words/models/provider.ts';
import { withOptions } from '../../../src/converser/words/models/with-model-options.ts';
import { createConfiguredProvider } from '../../../src/providers/configured/configured-provider.ts';
import type { ProviderDefinition } from '../../../src/providers/facts/provider-definition.ts';
import { callOf, canisterOf, resultOf } from '../../dialects/canister-of.ts';
import { createFakeHost } from '../../fakes/fake-host.ts';
import {
  answerLines,
  calling,
  done,
  type OllamaChatServer,
  piece,
  startOllamaChatServer,
} from '../../fakes/ollama-chat-server.ts';
import type { OllamaModel } from '../../fakes/ollama-server.ts';
import { answerChunks, chunk, startOpenAiServer } from '../../fakes/openai-server.ts';
import { providerPorts } from '../../fakes/provider-ports.ts';
import { userSays } from '../../fakes/user-canister.ts';
import { closedAfterEach } from '../at-servers.ts';

const never = new AbortController().signal;
const instructions = canisterOf('supervisor', 's', 'Be brief.');
const tools = [
  { name: 'files__read_file', description: 'Reads.', inputSchema: { type: 'object', properties: {} } },
];

const hello = answerLines([piece({ content: 'Hello.' }), done()]);

function providerAt(url: string, more: Partial<ProviderDefinition> = {}) {
  const definition = {
    id: 'ollama',
    label: 'Ollama',
    kind: 'ollama',
    baseUrl: `${url}/v1`,
    ...more,
  } as const;
  return createConfiguredProvider(definition, providerPorts(createFakeHost()));
}

async function modelAt(
  { url }: { readonly url: string },
  more: Partial<ProviderDefinition> = {},
): Promise<Model> {
  const [model] = await providerAt(url, more).models(never);
  assert.ok(model);
  return model;
}

async function ask(model: Model, request: Partial<ModelRequest> = {}): Promise<readonly ModelEvent[]> {
  const canisters = [instructions, userSays('Hello.')];
  return Array.fromAsync(model.reply({ canisters, tools: [], ...request }, never));
}

function optionsIn({ chats }: OllamaChatServer, at = -1): JsonObject {
  const options = chats.at(at)?.body.options;
  return isJsonObject(options) ? options : {};
}

function failureIn(events: readonly ModelEvent[]) {
  const end = events.at(-1);
  return end?.type === 'failure' ? end.error : undefined;
}

/** So many tokens of the fake, which counts four characters as one. */
function long(tokens: number): Canister {
  return canisterOf('user', `u${tokens}`, 'word '.repeat((tokens * 4) / 5));
}

describe('A model of Ollama', () => {
  const run = closedAfterEach();
  const start = (models: Readonly<Record<string, OllamaModel>>, answer = hello, more: object = {}) =>
    run(startOllamaChatServer(models, answer, more));

  it('runs with the window that Converser counts with, whatever says how large it is', async () => {
    const cases: readonly (readonly [OllamaModel, ModelOptions, number | undefined])[] = [
      [{ trained: 131_072 }, {}, 16_384],
      [{ trained: 8_192 }, {}, 8_192],
      [{ trained: 131_072, parameters: 'num_ctx 6000' }, {}, 6_000],
      [{ trained: 131_072, loaded: 65_536 }, {}, 65_536],
      [{ trained: 131_072, loaded: 4_096 }, {}, 16_384],
      [{ trained: 131_072 }, { contextTokens: 40_000 }, 40_000],
      [{ trained: 32_768 }, { contextTokens: 40_000 }, 32_768],
      [{}, {}, 4_096],
    ];
    for (const [described, options, expected] of cases) {
      const server = await start({ 'qwen3:8b': described });
      const model = withOptions(() => options)(await modelAt(server));
      await ask(model);
      assert.equal(model.capabilities.contextTokens, expected);
      assert.equal(optionsIn(server).num_ctx, expected);
    }
  });

  it('has the window of its settings, but none above what it was made for', async () => {
    const server = await start({ 'qwen3:8b': { trained: 32_768 } });
    for (const [set, expected] of [
      [24_000, 24_000],
      [100_000, 32_768],
    ] as const) {
      const model = await modelAt(server, { models: { 'qwen*': { contextTokens: set } } });
      await ask(model);
      assert.deepEqual([model.capabilities.contextTokens, optionsIn(server).num_ctx], [expected, expected]);
    }
  });

  it('is left all its room where it runs elsewhere', async () => {
    const server = await start({ 'gpt-oss:120b-cloud': { trained: 131_072, remote: 'gpt-oss:120b' } });
    const model = await modelAt(server);
    await ask(model);
    assert.equal(model.capabilities.contextTokens, 131_072);
    assert.equal(optionsIn(server).num_ctx, undefined);
  });

  it('reads all of a conversation that Ollama would have cut', async () => {
    const server = await start({ 'qwen3:8b': { trained: 131_072 } });
    const canisters = [instructions, userSays('First.'), long(5_000)];
    await ask(await modelAt(server), { canisters });
    const [chat] = server.chats;
    assert.equal(chat?.seen.length, 2);
    assert.match(JSON.stringify(chat?.seen), /Be brief.*First\./s);
  });

  it('refuses what is longer than its window, instead of answering to the rest', async () => {
    const server = await start({ 'qwen3:8b': { trained: 131_072 } });
    const events = await ask(await modelAt(server), { canisters: [instructions, long(20_000)] });
    assert.equal(failureIn(events)?.code, 'context-overflow');
    assert.equal(server.chats.length, 0);
  });

  it('says so where an old version has cut it all the same', async () => {
    const count = ({ tokens }: { readonly tokens: number }) => ({ prompt_eval_count: tokens, eval_count: 2 });
    const server = await start(
      { 'qwen3:8b': { trained: 8_192 } },
      (response, chat) => answerLines([piece({ content: 'Hm?' }), done('stop', count(chat))])(response, chat),
      { isOld: true },
    );
    const model = await modelAt(server);
    const reply = canisterOf('assistant', 'a', 'Well.');
    const cut = await ask(model, { canisters: [instructions, long(14_000), reply, userSays('And?')] });
    const notice = cut.find(event => event.type === 'notice');
    assert.match(notice?.message ?? '', /has read only [\d,]+ tokens of about 1\d,\d+: its window has 8,192/);
    assert.deepEqual(
      server.chats.at(-1)?.seen.map(({ role }) => role),
      ['system', 'assistant', 'user'],
    );
    const fits = await ask(model, { canisters: [instructions, long(4_000)] });
    assert.deepEqual(
      fits.filter(({ type }) => type === 'notice'),
      [],
    );
  });

  it('shows what it thinks, and is shown that again until the turn is over', async () => {
    const server = await start(
      { 'qwen3:8b': { capabilities: ['completion', 'tools', 'thinking'] } },
      (response, chat) =>
        answerLines(
          chat.seen.some(({ role }) => role === 'tool')
            ? [piece({ content: 'Done.' }), done()]
            : [
                piece({ thinking: 'I must ' }),
                piece({ thinking: 'look.' }),
                calling('files__read_file', { path: 'a' }),
                done(),
              ],
        )(response, chat),
    );
    const model = await modelAt(server);
    const first = await ask(model, { tools, wanted: {} });
    const thoughts = first.flatMap(event => (event.type === 'reasoning-delta' ? [event.text] : []));
    assert.equal(thoughts.join(''), 'I must look.');
    const opaque = first.flatMap(event => (event.type === 'opaque' ? [event.content] : []));
    const said = canisterOf('assistant', 'a', ...opaque);
    const turn = [instructions, userSays('Look.'), said, callOf('c', { path: 'a' }), resultOf('c', '42')];
    await ask(model, { tools, wanted: {}, canisters: turn });
    assert.equal(server.chats[0]?.body.think, true);
    const [madeCall] = (server.chats.at(-1)?.seen[2]?.tool_calls ?? []) as readonly JsonObject[];
    assert.match(String(madeCall?.id), /^\w{9}$/);
    assert.deepEqual(
      server.chats
        .at(-1)
        ?.seen.slice(2)
        .map(({ tool_call_id: _id, ...message }) => message),
      [
        {
          role: 'assistant',
          content: '',
          thinking: 'I must look.',
          tool_calls: [
            { id: madeCall?.id ?? '', function: { name: 'files__read_file', arguments: { path: 'a' } } },
          ],
        },
        { role: 'tool', content: '42', tool_name: 'files__read_file' },
      ],
    );
  });

  it('is told how to reply in its own words', async () => {
    const capabilities = ['completion', 'tools', 'thinking'];
    const server = await start({
      'qwen3:8b': { trained: 131_072, capabilities },
      'gpt-oss:20b': { trained: 131_072, capabilities },
    });
    const [qwen, oss] = await providerAt(server.url).models(never);
    assert.ok(qwen && oss);
    const wanted: ModelOptions = {
      effort: 'max',
      temperature: 0.2,
      topP: 0.9,
      maxOutputTokens: 500,
      seed: 7,
      stop: ['END'],
      body: { top_k: 40, keep_alive: '30m', options: { num_ctx: 9_000 } },
    };
    await ask(qwen, { wanted });
    const { body } = server.chats.at(-1) ?? {};
    assert.deepEqual(
      [body?.think, body?.keep_alive, body?.truncate, body?.shift],
      ['max', '30m', false, false],
    );
    assert.deepEqual(body?.options, {
      num_ctx: 9_000,
      top_k: 40,
      num_predict: 500,
      temperature: 0.2,
      top_p: 0.9,
      stop: ['END'],
      seed: 7,
    });
    const thinking = async (model: Model, effort: ModelOptions['effort']) => {
      await ask(model, { wanted: { ...(effort && { effort }) } });
      return server.chats.at(-1)?.body.think;
    };
    assert.deepEqual([await thinking(qwen, 'none'), await thinking(qwen, undefined)], [false, true]);
    assert.deepEqual([await thinking(oss, 'none'), await thinking(oss, 'max')], ['low', 'high']);
    await ask(qwen, { options: { max_tokens: 9, temperature: 1, stop: 'X' } });
    assert.deepEqual(optionsIn(server), { num_ctx: 16_384, num_predict: 9, temperature: 1, stop: ['X'] });
  });

  it('thinks as hard as its version can', async () => {
    const capabilities = ['completion', 'tools', 'thinking'];
    const server = await start({ 'qwen3:8b': { trained: 131_072, capabilities } }, hello, { isOld: true });
    const model = await modelAt(server);
    for (const _time of ['once', 'again']) {
      const events = await ask(model, { wanted: { effort: 'max' } });
      assert.deepEqual(
        events.map(({ type }) => type),
        ['text-delta', 'usage', 'finish'],
      );
    }
    assert.deepEqual(
      server.chats.map(({ body }) => body.think),
      ['high', 'high'],
    );
  });

  it('is shown the images of a result beside the text of a message', async () => {
    const server = await start({
      'gemma4:12b': { capabilities: ['completion', 'tools', 'vision'], trained: 131_072 },
    });
    const bytes = Uint8Array.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
    const image = { type: 'image', mimeType: 'image/png', bytes } as const;
    await ask(await modelAt(server), {
      tools,
      canisters: [userSays('Look.'), callOf('c'), resultOf('c', image)],
    });
    const shown = server.chats[0]?.seen.at(-1);
    assert.equal(shown?.role, 'user');
    assert.deepEqual(shown?.images, [Buffer.from(bytes).toString('base64')]);
  });

  it('is not asked to think where it can’t, and that is said', async () => {
    const server = await start({ 'gemma3:4b': { capabilities: ['completion', 'tools'], trained: 131_072 } });
    const events = await ask(await modelAt(server), { wanted: { effort: 'high', verbosity: 'low' } });
    assert.deepEqual(events.at(0), {
      type: 'notice',
      message: 'gemma3:4b doesn’t take effort, verbosity, so Converser leaves that out.',
    });
    assert.equal(server.chats[0]?.body.think, undefined);
  });

  it('is asked in Chat Completions where the server only pretends to be Ollama', async () => {
    const server = await run(startOpenAiServer(answerChunks([chunk({ content: 'Hi.' }), chunk({}, 'stop')])));
    const provider = providerAt(server.url.replace(/\/v1$/, ''));
    const events = await ask(provider.named('test-model'));
    assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' });
    assert.ok(server.received.some(({ url }) => url === '/v1/chat/completions'));
  });

  it('says what the server says where a model is missing, and where the reply breaks off', async () => {
    const server = await start(
      { 'qwen3:8b': {} },
      answerLines([piece({ content: 'Hel' }), { error: 'out of memory' }]),
    );
    const provider = providerAt(server.url);
    assert.equal(failureIn(await ask(provider.named('gone')))?.code, 'model-not-found');
    const { code, message } =
      failureIn(await ask((await providerAt(server.url).subject('qwen3:8b', never)).model)) ?? {};
    assert.equal(code, 'model-server-failed');
    assert.match(message ?? '', /out of memory/);
  });

  it('has its tools read, whatever their schemas say', async () => {
    const server = await start({ 'qwen3:8b': {} });
    const properties = {
      any: true,
      one: { oneOf: [{ type: 'string' }, { const: 3 }] },
      deep: { type: 'object', properties: { x: false }, required: ['x'] },
      list: { type: 'array', prefixItems: [{ type: 'string' }] },
    };
    const odd = { name: 'odd', description: 'Odd.', inputSchema: { type: 'object', properties } };
    const events = await ask(await modelAt(server), { tools: [odd] });
    assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' });
    assert.match(
      JSON.stringify(server.chats[0]?.body.tools),
      /"one":\{"anyOf":\[\{"type":"string"\},\{"enum":\[3\]\}\]\}/,
    );
  });
});
