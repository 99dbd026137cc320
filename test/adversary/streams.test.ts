import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import type { ErrorData } from '../../src/converser/ground/errors.ts';
import type { Model, ModelEvent, ModelRequest } from '../../src/converser/words/models/provider.ts';
import { createConfiguredProvider } from '../../src/providers/configured/configured-provider.ts';
import type { ModelFacts, ProviderDefinition } from '../../src/providers/facts/provider-definition.ts';
import { createFakeHost } from '../fakes/fake-host.ts';
import { providerPorts } from '../fakes/provider-ports.ts';
import { userSays } from '../fakes/user-canister.ts';
import { type Endless, type EndlessServer, startEndlessServer } from './endless-server.ts';

const most = 300 * 2 ** 20;
const never = new AbortController().signal;
const long = 'x'.repeat(500_000);
const tool = { name: 'roll', description: 'Rolls.', inputSchema: { type: 'object', properties: {} } };
const request: ModelRequest = { canisters: [userSays('Go on.')], tools: [tool] };

type Kind = ProviderDefinition['kind'];

const event = (data: object) => `data: ${JSON.stringify(data)}\n\n`;
const delta = (fields: object) => event({ choices: [{ index: 0, delta: fields }] });
const named = (data: { readonly type: string }) => `event: ${data.type}\n${event(data)}`;
const repeated = (text: string) => () => text;

/** What no wire ends by itself. */
const bytes: Readonly<Record<string, Endless>> = {
  'a line without an end': { first: 'data: {"', piece: repeated(long) },
  'an event of lines without an end': { piece: repeated(`data: ${long}\n`) },
};

const chat: Readonly<Record<string, Endless>> = {
  ...bytes,
  'signs of life': { piece: repeated(`: ${long}\n\n`) },
  text: { piece: repeated(delta({ content: long })) },
  reasoning: { piece: repeated(delta({ reasoning_content: long })) },
  'details of reasoning': {
    piece: repeated(delta({ reasoning_details: [{ type: 'reasoning.text', text: long }] })),
  },
  arguments: {
    piece: repeated(chatCall({ index: 0, id: 'c', function: { name: 'roll', arguments: long } })),
  },
  'arguments that seem to end with each piece': {
    first: chatCall({ index: 0, function: { name: 'roll', arguments: '{"a":"' } }),
    piece: repeated(
      chatCall({ index: 0, function: { name: 'roll', arguments: '}'.repeat(1_000) } }).repeat(100),
    ),
  },
  'a name': { piece: repeated(chatCall({ index: 0, function: { name: long } })) },
  calls: { piece: at => chatCall({ index: at, id: `c${at}`, function: { name: 'roll', arguments: '{}' } }) },
  'calls without numbers': {
    piece: at => chatCall({ id: `c${at}`, function: { name: 'roll', arguments: '{}' } }),
  },
};

const responses: Readonly<Record<string, Endless>> = {
  ...bytes,
  text: { piece: repeated(named({ type: 'response.output_text.delta', ...{ delta: long } })) },
  reasoning: { piece: repeated(named({ type: 'response.reasoning_text.delta', ...{ delta: long } })) },
  'sealed reasoning': {
    piece: repeated(doneItem({ type: 'reasoning', id: 'r', summary: [], encrypted_content: long })),
  },
  arguments: {
    piece: repeated(doneItem({ type: 'function_call', call_id: 'c', name: 'roll', arguments: long })),
  },
  calls: {
    piece: repeated(doneItem({ type: 'function_call', call_id: 'c', name: 'roll', arguments: '{}' })),
  },
};

const anthropic: Readonly<Record<string, Endless>> = {
  ...bytes,
  text: block({ type: 'text', text: '' }, { type: 'text_delta', text: long }),
  reasoning: block({ type: 'thinking', thinking: '' }, { type: 'thinking_delta', thinking: long }),
  'a signature': block({ type: 'thinking', thinking: '' }, { type: 'signature_delta', signature: long }),
  arguments: block(
    { type: 'tool_use', id: 't', name: 'roll', input: {} },
    { type: 'input_json_delta', partial_json: long },
  ),
  calls: { piece: at => blockStart(at, { type: 'tool_use', id: `t${at}`, name: 'roll', input: {} }) },
  'blocks of reasoning': { piece: at => blockStart(at, { type: 'redacted_thinking', data: long }) },
};

const contract: Readonly<Record<string, Endless>> = {
  'calls as text': {
    first: event({ choices: [{ index: 0, delta: { content: '' } }] }),
    piece: repeated(delta({ content: '{"tool": "roll", "arguments": {}}\n'.repeat(200) })),
  },
  'calls in a single event': {
    piece: repeated(delta({ content: '[roll()]\n'.repeat(800_000) })),
  },
};

function chatCall(piece: object): string {
  return delta({ tool_calls: [piece] });
}

function doneItem(item: object): string {
  return named({ type: 'response.output_item.done', ...{ output_index: 0, item } });
}

function block(content: object, piece: object): Endless {
  const sent = named({ type: 'content_block_delta', ...{ index: 0, delta: piece } });
  return { first: blockStart(0, content), piece: repeated(sent) };
}

function blockStart(index: number, content: object): string {
  return named({ type: 'content_block_start', ...{ index, content_block: content } });
}

describe('a reply without an end', () => {
  let server: EndlessServer;
  afterEach(() => server.close());

  async function modelAt(kind: Kind, endless: Endless, facts: ModelFacts = {}): Promise<Model> {
    server = await startEndlessServer(({ method }) => (method === 'POST' ? endless : undefined));
    const provider = createConfiguredProvider(
      { id: 'p', label: 'P', kind, baseUrl: server.url, models: { m: { outputTokens: 1_000, ...facts } } },
      { ...providerPorts(createFakeHost()), key: async () => 'secret-of-somebody' },
    );
    return provider.named?.('m') as Model;
  }

  function itEnds(
    wire: string,
    all: Readonly<Record<string, Endless>>,
    ask: (endless: Endless) => Promise<Model>,
  ) {
    for (const [what, endless] of Object.entries(all)) {
      it(`is stopped in ${wire}: ${what}`, async () => {
        const model = await ask(endless);
        const error = failureOf(await lastOf(model.reply(request, never)));
        assert.equal(error.code, 'reply-too-large', error.message);
        assert.match(error.message, /^m sent too much, so Converser stopped its reply: .*\d+/);
        await server.left;
        assert.ok(server.growth < most, `It grew by ${Math.round(server.growth / 2 ** 20)} MB.`);
      });

      it(`hears Stop in ${wire}: ${what}`, async () => {
        const model = await ask(endless);
        const stop = new AbortController();
        const last = lastOf(model.reply(request, stop.signal));
        await server.untilSent(1);
        stop.abort();
        assert.ok(['cancelled', 'reply-too-large'].includes(failureOf(await last).code));
        await server.left;
      });
    }
  }

  itEnds('Chat Completions', chat, endless => modelAt('openai', endless));
  itEnds('Responses', responses, endless => modelAt('openai-responses', endless));
  itEnds('Messages', anthropic, endless => modelAt('anthropic', endless));
  itEnds('the contract', contract, endless => modelAt('openai', endless, { tools: 'contract' }));

  it('is stopped where the packed form is small', async () => {
    const packed = gzipSync(Buffer.alloc(16 * 2 ** 20, ' '));
    const model = await modelAt('openai', { piece: () => packed, encoding: 'gzip' });
    assert.equal(failureOf(await lastOf(model.reply(request, never))).code, 'reply-too-large');
    assert.ok(server.growth < most);
  });

  it('is cut where it is an error, and says what the error says', async () => {
    const page = { first: '<p>No such thing.', piece: repeated(long), type: 'text/html', status: 400 };
    const { message } = failureOf(await lastOf((await modelAt('openai', page)).reply(request, never)));
    assert.match(message, /No such thing/);
    assert.ok(message.length < 1_500);
    await server.left;
    assert.ok(server.growth < most);
  });
});

describe('a list of models without an end', () => {
  for (const kind of ['openai', 'openai-responses', 'anthropic'] as const) {
    it(`is stopped: ${kind}`, async () => {
      const endless = { first: '{"data":[', piece: repeated(`{"id":"${long}"},`), type: 'application/json' };
      const server = await startEndlessServer(() => endless);
      const provider = createConfiguredProvider(
        { id: 'p', label: 'P', kind, baseUrl: server.url },
        { ...providerPorts(createFakeHost()), key: async () => 'secret-of-somebody' },
      );
      await assert.rejects(provider.models(never), { code: 'reply-too-large' });
      assert.ok(server.growth < most, `It grew by ${Math.round(server.growth / 2 ** 20)} MB.`);
      await server.close();
    });
  }
});

async function lastOf(events: AsyncIterable<ModelEvent>): Promise<ModelEvent | undefined> {
  let last: ModelEvent | undefined;
  for await (const each of events) last = each;
  return last;
}

function failureOf(last: ModelEvent | undefined): ErrorData {
  assert.equal(last?.type, 'failure', JSON.stringify(last)?.slice(0, 200));
  return last.error;
}
