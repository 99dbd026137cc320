import assert from 'node:assert/strict';
import { isJsonObject, type JsonObject } from '../../src/converser/ground/json/json.ts';
import type { Provider, ToolDefinition } from '../../src/converser/words/models/provider.ts';
import { refusal, sse, startAnthropicServer } from '../fakes/anthropic-server.ts';
import { geminiComplaint } from '../fakes/gemini-complaints.ts';
import { answerChunks, answerJson, chunk, type Received, startOpenAiServer } from '../fakes/openai-server.ts';
import { userSays } from '../fakes/user-canister.ts';
import { says } from './anthropic/replies.ts';
import { anthropicAt, closedAfterEach, firstOf, namedOf, openAiAt } from './at-servers.ts';
import { leftOut, notices } from './heard.ts';

const never = new AbortController().signal;

/** A server that rejects tools for a rule of its own, in the words of its vendor. */
interface Server {
  readonly provider: Provider;
  /** The names of the tools of each request. */
  readonly asked: () => readonly (readonly string[])[];
  readonly close: () => Promise<void>;
}

type Bodies = readonly { readonly body: Readonly<Record<string, unknown>> }[];
type Sent = Readonly<Record<string, unknown>> & { readonly function?: { readonly name: string } };

function toolsOf({ tools = [] }: Readonly<Record<string, unknown>>): readonly string[] {
  return (tools as readonly Sent[]).map(({ name, function: named }) => String(named?.name ?? name));
}

function askedIn(requests: Bodies): readonly (readonly string[])[] {
  return requests.filter(({ body }) => body.messages ?? body.input).map(({ body }) => toolsOf(body));
}

const isOdd = (name: string) => name.startsWith('odd');

async function startOpenAi(
  api: 'chat' | 'responses',
  say: (at: number, name: string) => object,
): Promise<Server> {
  const completed = { type: 'response.completed', response: { id: 'resp_1', output: [] } };
  const chunks = api === 'chat' ? [chunk({ content: 'Hi.' }), chunk({}, 'stop')] : [completed];
  const server = await startOpenAiServer((response, received: Received) => {
    const at = toolsOf(received.body).findIndex(isOdd);
    const error = say(at, toolsOf(received.body)[at] ?? '');
    return (at < 0 ? answerChunks(chunks) : answerJson({ error }, 400))(response, received);
  });
  const provider = openAiAt(server.url, { api });
  return { provider, asked: () => askedIn(server.received), close: server.close };
}

async function startAnthropic(): Promise<Server> {
  const server = await startAnthropicServer(({ body }) => {
    const at = toolsOf(body).findIndex(isOdd);
    const message = `tools.${at}.custom.input_schema: JSON schema is invalid.`;
    return at < 0 ? sse('m', says('Hi.')) : refusal(400, 'invalid_request_error', { message });
  });
  const provider = anthropicAt(server.url);
  return { provider, asked: () => askedIn(server.requests), close: server.close };
}

const invalid = { type: 'invalid_request_error', code: 'invalid_function_parameters' };

const servers: Readonly<Record<string, () => Promise<Server>>> = {
  'Anthropic Messages': startAnthropic,
  'Chat Completions': () =>
    startOpenAi('chat', (at, name) => ({
      ...invalid,
      message: `Invalid schema for function '${name}': '(?<=a)' is not a 'regex'.`,
      param: `tools[${at}].function.parameters`,
    })),
  'Chat Completions of a server that gives no place': () =>
    startOpenAi('chat', (_at, name) => ({ message: `Tool "${name}" has an unsupported schema.` })),
  'Chat Completions of Gemini': () =>
    startOpenAi('chat', at => ({
      message: `* GenerateContentRequest.tools[0].function_declarations[${at}].parameters: missing field.`,
    })),
  'Chat Completions of OpenRouter, which passes on what the provider said': () =>
    startOpenAi('chat', (at, name) => ({
      message: 'Provider returned error',
      code: 400,
      metadata: {
        raw: JSON.stringify({
          error: { ...invalid, message: `Invalid schema for function '${name}': no.`, param: `tools[${at}]` },
        }),
        provider_name: 'OpenAI',
      },
    })),
  Responses: () =>
    startOpenAi('responses', (at, name) => ({
      ...invalid,
      message: `Invalid schema for function '${name}': '(?<=a)' is not a 'regex'.`,
      param: `tools[${at}].parameters`,
    })),
};

function tool(name: string): ToolDefinition {
  return { name, description: name, inputSchema: { type: 'object', properties: {} } };
}

describe('tools that a server rejects', () => {
  const run = closedAfterEach();

  async function start(begin: () => Promise<Server>) {
    const { provider, asked } = await run(begin());
    const reply = async (tools: readonly ToolDefinition[]) =>
      Array.fromAsync((await firstOf(provider)).reply({ canisters: [userSays('Hello.')], tools }, never));
    return { reply, asked };
  }

  for (const [wire, begin] of Object.entries(servers)) {
    it(`are left out of the request, and only they, with one notice each: ${wire}`, async () => {
      const { reply, asked } = await start(begin);
      const tools = ['good', 'odd_one', 'other', 'odd_two'].map(tool);
      const events = await reply(tools);
      const [first = '', second = '', ...others] = notices(events);
      assert.match(first, /rejects the tool odd_one, so Converser leaves it out: .*\w/);
      assert.match(second, /rejects the tool odd_two, so Converser leaves it out: .*\w/);
      assert.deepEqual(others, []);
      assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' });
      assert.equal(events[0]?.type, 'notice');
      const later = await reply(structuredClone(tools));
      assert.deepEqual(notices(later), []);
      assert.deepEqual([leftOut(events), leftOut(later)], Array(2).fill(['odd_one', 'odd_two']));
      assert.deepEqual(asked(), [
        ['good', 'odd_one', 'other', 'odd_two'],
        ['good', 'other', 'odd_two'],
        ['good', 'other'],
        ['good', 'other'],
      ]);
    });
  }

  it('are kept with shorter descriptions, if that is all that the server rejects', async () => {
    const strict = await startOpenAiServer((response, received) => {
      const sent = (received.body.tools ?? []) as readonly {
        readonly function: { readonly description: string };
      }[];
      const at = sent.findIndex(({ function: { description } }) => description.length > 1024);
      const param = `tools[${at}].function.description`;
      const message = `Invalid '${param}': string too long. Expected a string with maximum length 1024, but got a string with length 2000 instead.`;
      const hello = answerChunks([chunk({ content: 'Hi.' }), chunk({}, 'stop')]);
      return (at < 0 ? hello : answerJson({ error: { message, param } }, 400))(response, received);
    });
    const provider = openAiAt(strict.url);
    const begin = async () => ({ provider, asked: () => askedIn(strict.received), close: strict.close });
    const long = (name: string) => ({ ...tool(name), description: 'x'.repeat(2000) });
    const { reply, asked } = await start(begin);
    const tools = [tool('short'), long('long_one'), long('long_two')];
    assert.deepEqual(notices(await reply(tools)), [
      'test-model takes 1,024 characters of a tool’s description at most, so Converser cuts long_one, long_two.',
    ]);
    assert.deepEqual(notices(await reply(tools)), []);
    assert.deepEqual(asked(), Array(3).fill(['short', 'long_one', 'long_two']));
  });

  it('are offered again once they have changed', async () => {
    const { reply, asked } = await start(startAnthropic);
    await reply([tool('good'), tool('odd')]);
    await reply([tool('good'), { ...tool('odd'), description: 'Mended.' }]);
    assert.deepEqual(asked(), [['good', 'odd'], ['good'], ['good', 'odd'], ['good']]);
  });

  it('end the request if there are too many, which says why', async () => {
    const { reply, asked } = await start(startAnthropic);
    const tools = Array.from({ length: 40 }, (_none, at) => tool(`odd_${at}`));
    const last = (await reply(tools)).at(-1);
    assert.match(last?.type === 'failure' ? last.error.message : '', /JSON schema is invalid/);
    assert.equal(asked().length, 33);
  });

  it('are not guessed: a rejection that names none ends the request', async () => {
    const failing = () => startOpenAi('chat', () => ({ message: 'The schema of some tool is wrong.' }));
    const { reply, asked } = await start(failing);
    assert.equal((await reply([tool('good'), tool('odd')])).at(-1)?.type, 'failure');
    assert.equal(asked().length, 1);
  });
});

/** Enums that Gemini refuses, as MCP servers have them, and what stands in their place. */
const enums: Readonly<Record<string, readonly [JsonObject, JsonObject]>> = {
  'of numbers': [
    { type: 'integer', enum: [0, 1] },
    { type: 'integer', description: 'One of: 0, 1.' },
  ],
  'with an empty string': [
    { type: 'string', description: 'Mode.', enum: ['a', ''] },
    { type: 'string', description: 'Mode. One of: "a", "".' },
  ],
  'of booleans': [{ enum: [true] }, { description: 'One of: true.' }],
  'with null': [
    { type: ['string', 'null'], enum: ['a', null] },
    { type: ['string', 'null'], description: 'One of: "a", null.' },
  ],
  'without a type': [{ enum: ['a'] }, { type: 'string', enum: ['a'] }],
  'within a list': [
    { type: 'array', items: { type: 'number', enum: [1.5] } },
    { type: 'array', items: { type: 'number', description: 'One of: 1.5.' } },
  ],
  'within a choice': [
    { anyOf: [{ type: 'string', enum: [''] }, { type: 'null' }] },
    { anyOf: [{ type: 'string', description: 'One of: "".' }, { type: 'null' }] },
  ],
};

describe('an enum that Gemini refuses', () => {
  const run = closedAfterEach();
  /** Another name doesn't tell whose model it is, so the server's first refusal does. */
  for (const [name, count] of [
    ['google/gemini-3-flash', 1],
    ['flash', 2],
  ] as const)
    it(`goes to the description, and no tool is left out: ${name}`, async () => {
      const server = await run(
        startOpenAiServer((response, received) => {
          const message = geminiComplaint({ ...received.body, model: 'gemini-2.5-flash' });
          const hello = answerChunks([chunk({ content: 'Hi.' }), chunk({}, 'stop')]);
          return (message === undefined ? hello : answerJson([{ error: { message } }], 400))(
            response,
            received,
          );
        }),
      );
      const model = namedOf(openAiAt(server.url), name);
      const tools = Object.entries(enums).map(([kind, [property]]) => ({
        ...tool(kind.replaceAll(' ', '_')),
        inputSchema: { type: 'object', properties: { property } },
      }));
      const request = { canisters: [userSays('Hello.')], tools };
      const events = await Array.fromAsync(model.reply(request, never));
      assert.deepEqual([notices(events), leftOut(events)], [[], []]);
      const asked = server.received.filter(({ method }) => method === 'POST');
      assert.equal(asked.length, count);
      const sent = (asked.at(-1)?.body.tools ?? []) as readonly {
        readonly function: { readonly parameters: { readonly properties: { readonly property: object } } };
      }[];
      assert.deepEqual(
        sent.map(({ function: { parameters } }) => parameters.properties.property),
        Object.values(enums).map(([, fit]) => fit),
      );
    });
});

/** How servers refuse to be told that a call is required. */
const words: Readonly<Record<string, readonly [status: number, message: string]>> = {
  DeepSeek: [400, 'Thinking mode does not support this tool_choice'],
  Kimi: [400, "tool_choice 'required' is incompatible with thinking enabled"],
  Claude: [400, 'Thinking may not be enabled when tool_choice forces tool use.'],
  OpenRouter: [404, "No endpoints found that support the provided 'tool_choice' value."],
  'a strict validator': [422, 'tool_choice: Input should be auto'],
};

type Body = Readonly<Record<string, unknown>>;

interface Refusing {
  readonly provider: Provider;
  readonly requests: Bodies;
  close(): Promise<void>;
}

describe('a required call that a server refuses', () => {
  const run = closedAfterEach();
  const isForced = ({ tool_choice: choice }: Body) =>
    !['auto', undefined].includes(
      isJsonObject(choice) ? String(choice.type) : (choice as string | undefined),
    );
  const startChat = async (api: 'chat' | 'responses', status: number, message: string) => {
    const completed = { type: 'response.completed', response: { id: 'resp_1', output: [] } };
    const chunks = api === 'chat' ? [chunk({ content: 'Hi.' }), chunk({}, 'stop')] : [completed];
    const server = await startOpenAiServer((response, received) => {
      const no = answerJson({ error: { message } }, status);
      return (isForced(received.body) ? no : answerChunks(chunks))(response, received);
    });
    return { provider: openAiAt(server.url, { api }), requests: server.received, close: server.close };
  };
  const startMessages = async (status: number, message: string) => {
    const server = await startAnthropicServer(({ body }) =>
      isForced(body) ? refusal(status, 'invalid_request_error', { message }) : sse('m', says('Hi.')),
    );
    return { provider: anthropicAt(server.url), requests: server.requests as Bodies, close: server.close };
  };
  const servers = {
    'Chat Completions': (status: number, message: string) => startChat('chat', status, message),
    Responses: (status: number, message: string) => startChat('responses', status, message),
    'Anthropic Messages': startMessages,
  };

  for (const [wire, start] of Object.entries(servers))
    for (const [whose, [status, message]] of Object.entries(words))
      it(`is asked for in words, from then on at once: ${wire}, ${whose}`, async () => {
        const { provider, requests } = await run<Refusing>(start(status, message));
        const model = await firstOf(provider);
        const request = {
          canisters: [userSays('Hello.')],
          tools: [tool('good')],
          toolChoice: 'required',
        } as const;
        for (const _time of [1, 2]) {
          const events = await Array.fromAsync(model.reply(request, never));
          assert.deepEqual([events.at(-1)?.type, notices(events)], ['finish', []]);
        }
        const asked = requests.map(({ body }) => body).filter(({ tools }) => tools !== undefined);
        assert.deepEqual(
          asked.map(body => [isForced(body), /Answer with a call/.test(JSON.stringify(body))]),
          [
            [true, false],
            [false, true],
            [false, true],
          ],
        );
      });
});
