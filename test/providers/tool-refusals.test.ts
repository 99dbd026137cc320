import assert from 'node:assert/strict';
import type { Provider, ToolDefinition } from '../../src/converser/words/models/provider.ts';
import { refusal, sse, startAnthropicServer } from '../fakes/anthropic-server.ts';
import { answerChunks, answerJson, chunk, type Received, startOpenAiServer } from '../fakes/openai-server.ts';
import { userSays } from '../fakes/user-canister.ts';
import { says } from './anthropic/replies.ts';
import { anthropicAt, closedAfterEach, firstOf, openAiAt } from './at-servers.ts';
import { notices } from './heard.ts';

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
      assert.deepEqual(notices(await reply(structuredClone(tools))), []);
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
