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

/** A server that rejects requests for a rule of its own, in the words of its vendor. */
interface Server {
  readonly provider: Provider;
  /** Of requests for replies. */
  readonly bodies: () => readonly Body[];
  readonly close: () => Promise<void>;
}

type Body = Readonly<Record<string, unknown>>;
type Refuse = (body: Body) => JsonObject | undefined;
type Sent = Readonly<Record<string, unknown>> & { readonly function?: { readonly name: string } };

function toolsOf({ tools = [] }: Body): readonly string[] {
  return (tools as readonly Sent[]).map(({ name, function: named }) => String(named?.name ?? name));
}

function bodiesIn(requests: readonly { readonly body: Body }[]): readonly Body[] {
  return requests.map(({ body }) => body).filter(body => body.messages ?? body.input);
}

/** Rejects tools whose names begin with `odd`, one after the other. */
function oddTools(say: (at: number, name: string) => JsonObject): Refuse {
  return body => {
    const at = toolsOf(body).findIndex(name => name.startsWith('odd'));
    return at < 0 ? undefined : say(at, toolsOf(body)[at] ?? '');
  };
}

async function startOpenAi(api: 'chat' | 'responses', refuse: Refuse, status = 400): Promise<Server> {
  const completed = { type: 'response.completed', response: { id: 'resp_1', output: [] } };
  const chunks = api === 'chat' ? [chunk({ content: 'Hi.' }), chunk({}, 'stop')] : [completed];
  const server = await startOpenAiServer((response, received: Received) => {
    const error = refuse(received.body);
    return (error ? answerJson({ error }, status) : answerChunks(chunks))(response, received);
  });
  const provider = openAiAt(server.url, { api });
  return { provider, bodies: () => bodiesIn(server.received), close: server.close };
}

async function startAnthropic(refuse: Refuse, status = 400): Promise<Server> {
  const server = await startAnthropicServer(({ body }) => {
    const error = refuse(body);
    return error
      ? refusal(status, 'invalid_request_error', { message: String(error.message) })
      : sse('m', says('Hi.'));
  });
  return { provider: anthropicAt(server.url), bodies: () => bodiesIn(server.requests), close: server.close };
}

const invalid = { type: 'invalid_request_error', code: 'invalid_function_parameters' };

const oddInMessages = oddTools(at => ({
  message: `tools.${at}.custom.input_schema: JSON schema is invalid.`,
}));

const servers: Readonly<Record<string, () => Promise<Server>>> = {
  'Anthropic Messages': () => startAnthropic(oddInMessages),
  'Chat Completions': () =>
    startOpenAi(
      'chat',
      oddTools((at, name) => ({
        ...invalid,
        message: `Invalid schema for function '${name}': '(?<=a)' is not a 'regex'.`,
        param: `tools[${at}].function.parameters`,
      })),
    ),
  'Chat Completions of a server that gives no place': () =>
    startOpenAi(
      'chat',
      oddTools((_at, name) => ({ message: `Tool "${name}" has an unsupported schema.` })),
    ),
  'Chat Completions of Gemini': () =>
    startOpenAi(
      'chat',
      oddTools(at => ({
        message: `* GenerateContentRequest.tools[0].function_declarations[${at}].parameters: missing field.`,
      })),
    ),
  'Chat Completions of OpenRouter, which passes on what the provider said': () =>
    startOpenAi(
      'chat',
      oddTools((at, name) => ({
        message: 'Provider returned error',
        code: 400,
        metadata: {
          raw: JSON.stringify({
            error: {
              ...invalid,
              message: `Invalid schema for function '${name}': no.`,
              param: `tools[${at}]`,
            },
          }),
          provider_name: 'OpenAI',
        },
      })),
    ),
  Responses: () =>
    startOpenAi(
      'responses',
      oddTools((at, name) => ({
        ...invalid,
        message: `Invalid schema for function '${name}': '(?<=a)' is not a 'regex'.`,
        param: `tools[${at}].parameters`,
      })),
    ),
};

function tool(name: string): ToolDefinition {
  return { name, description: name, inputSchema: { type: 'object', properties: {} } };
}

describe('tools that a server rejects', () => {
  const run = closedAfterEach();

  async function start(begin: () => Promise<Server>) {
    const { provider, bodies } = await run(begin());
    const asked = () => bodies().map(toolsOf);
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
    const begin = () =>
      startOpenAi('chat', ({ tools = [] }) => {
        const sent = tools as readonly { readonly function: { readonly description: string } }[];
        const at = sent.findIndex(({ function: { description } }) => description.length > 1024);
        const param = `tools[${at}].function.description`;
        const message = `Invalid '${param}': string too long. Expected a string with maximum length 1024, but got a string with length 2000 instead.`;
        return at < 0 ? undefined : { message, param };
      });
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
    const { reply, asked } = await start(() => startAnthropic(oddInMessages));
    await reply([tool('good'), tool('odd')]);
    await reply([tool('good'), { ...tool('odd'), description: 'Mended.' }]);
    assert.deepEqual(asked(), [['good', 'odd'], ['good'], ['good', 'odd'], ['good']]);
  });

  it('end the request if there are too many, which says why', async () => {
    const { reply, asked } = await start(() => startAnthropic(oddInMessages));
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
      const { provider, bodies } = await run(
        startOpenAi('chat', body => {
          const message = geminiComplaint({ ...body, model: 'gemini-2.5-flash' });
          return message === undefined ? undefined : { message };
        }),
      );
      const model = namedOf(provider, name);
      const tools = Object.entries(enums).map(([kind, [property]]) => ({
        ...tool(kind.replaceAll(' ', '_')),
        inputSchema: { type: 'object', properties: { property } },
      }));
      const request = { canisters: [userSays('Hello.')], tools };
      const events = await Array.fromAsync(model.reply(request, never));
      assert.deepEqual([notices(events), leftOut(events)], [[], []]);
      assert.equal(bodies().length, count);
      const sent = (bodies().at(-1)?.tools ?? []) as readonly {
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

describe('a required call that a server refuses', () => {
  const run = closedAfterEach();
  const isForced = ({ tool_choice: choice }: Body) =>
    choice !== undefined && (isJsonObject(choice) ? choice.type : choice) !== 'auto';
  const wires: Readonly<Record<string, (refuse: Refuse, status: number) => Promise<Server>>> = {
    'Chat Completions': (refuse, status) => startOpenAi('chat', refuse, status),
    Responses: (refuse, status) => startOpenAi('responses', refuse, status),
    'Anthropic Messages': startAnthropic,
  };
  const request = { canisters: [userSays('Hello.')], tools: [tool('good')], toolChoice: 'required' } as const;

  for (const [wire, start] of Object.entries(wires))
    for (const [whose, [status, message]] of Object.entries(words))
      it(`is asked for in words, from then on at once: ${wire}, ${whose}`, async () => {
        const server = start(body => (isForced(body) ? { message } : undefined), status);
        const { provider, bodies } = await run(server);
        const model = await firstOf(provider);
        for (const _time of [1, 2]) {
          const events = await Array.fromAsync(model.reply(request, never));
          assert.deepEqual([events.at(-1)?.type, notices(events)], ['finish', []]);
        }
        const asked = bodies().map(body => [isForced(body), /Answer with a call/.test(JSON.stringify(body))]);
        assert.deepEqual(asked.map(String), ['true,false', 'false,true', 'false,true']);
      });
});
