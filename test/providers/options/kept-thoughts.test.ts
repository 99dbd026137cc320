import assert from 'node:assert/strict';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { nativizeRequest } from '../../../src/dialects/openai-chat/nativize-request.ts';
import { clientThought } from '../../../src/dialects/sent-back.ts';
import { canisterOf } from '../../dialects/canister-of.ts';
import {
  answerChunks,
  answerJson,
  chunk,
  type FakeOpenAiServer,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';
import { namedOf, openAiAt } from '../at-servers.ts';
import { leftBy } from '../heard.ts';

const never = new AbortController().signal;
const tools = [
  { name: 'files__read_file', description: 'Reads.', inputSchema: { type: 'object', properties: {} } },
];
const named = { name: 'files__read_file', arguments: '{}' };
const call = { index: 0, id: 'call_1', type: 'function', function: named };

/** Thinks before each thing that it says, and reads a file before each answer. */
function thinker(): Promise<FakeOpenAiServer> {
  return startOpenAiServer((response, received) => {
    const messages = received.body.messages as readonly Message[];
    const missing = messages.find(
      ({ role, tool_calls: calls, reasoning_content: thought }) =>
        role === 'assistant' && calls !== undefined && thought === undefined,
    );
    if (String(received.body.model).startsWith('deepseek') && missing !== undefined) {
      const message = 'The `reasoning_content` in the thinking mode must be passed back to the API.';
      return answerJson({ error: { message, type: 'invalid_request_error' } }, 400)(response);
    }
    const thought = chunk({ reasoning_content: `Thought ${messages.length}.` });
    const isAnswer = messages.at(-1)?.role === 'tool';
    const said = isAnswer ? { content: 'It says 42.' } : { tool_calls: [call] };
    return answerChunks([thought, chunk(said), chunk({}, isAnswer ? 'stop' : 'tool_calls')])(
      response,
      received,
    );
  });
}

interface Message {
  readonly role: string;
  readonly tool_calls?: unknown;
  readonly reasoning_content?: string;
}

let ids = 0;
const user = (said: string) => canisterOf('user', `u${++ids}`, said);

/** Two turns of two rounds each, and the messages of all four requests. */
async function converse(model: Model, server: FakeOpenAiServer): Promise<readonly (readonly Message[])[]> {
  const canisters: Canister[] = [];
  for (const question of ['What?', 'And now?']) {
    canisters.push(user(question));
    for (const _round of ['call', 'answer']) {
      const events = await Array.fromAsync(model.reply({ canisters, tools }, never));
      assert.equal(events.at(-1)?.type, 'finish', JSON.stringify(events.at(-1)));
      canisters.push(...leftBy(events, `a${++ids}`));
    }
  }
  const asked = server.received.filter(({ method }) => method === 'POST');
  return asked.map(({ body }) => body.messages as readonly Message[]);
}

const thoughtsIn = (messages: readonly Message[] = []) =>
  messages.flatMap(({ role, reasoning_content: thought }) => (role === 'assistant' ? [thought] : []));

async function conversationOf(id: string): Promise<readonly (readonly Message[])[]> {
  const server = await thinker();
  return converse(namedOf(openAiAt(server.url), id), server).finally(server.close);
}

function isPrefix(shorter: readonly Message[], longer: readonly Message[]): boolean {
  return shorter.every((message, at) => JSON.stringify(message) === JSON.stringify(longer[at]));
}

describe('Thoughts of earlier rounds', () => {
  it('are shown to most models until the turn is over', async () => {
    const asked = await conversationOf('qwen3-32b');
    assert.deepEqual(asked.map(thoughtsIn), [
      [],
      ['Thought 1.'],
      [undefined, undefined],
      [undefined, undefined, 'Thought 5.'],
    ]);
  });

  it('are shown to DeepSeek for good where it called something, which it would refuse otherwise', async () => {
    const asked = await conversationOf('deepseek-v4-pro');
    assert.deepEqual(thoughtsIn(asked[3]), ['Thought 1.', undefined, 'Thought 5.']);
  });

  it('are all shown to GLM, MiniMax and Kimi', async () => {
    for (const id of ['glm-4.7', 'z-ai/glm-5.1', 'MiniMax-M2', 'kimi-k2.6', 'moonshotai/Kimi-K2-Thinking']) {
      const asked = await conversationOf(id);
      assert.deepEqual(thoughtsIn(asked[3]), ['Thought 1.', 'Thought 3.', 'Thought 5.'], id);
    }
  });

  it('leave each request the beginning of the next one where they are kept for good', async () => {
    for (const id of ['deepseek-v4-pro', 'glm-5', 'kimi-k2.6']) {
      const asked = await conversationOf(id);
      for (const [at, messages] of asked.slice(1).entries())
        assert.ok(isPrefix(asked[at] ?? [], messages), id);
    }
  });

  /** What another model has called has no thoughts that these servers would know. */
  const foreign = [
    user('What?'),
    ...leftBy([{ type: 'invocation', name: 'files__read_file', arguments: {} }], 'a'),
  ];

  for (const [server, model, isNeeded] of [
    ['api.deepseek.com', 'deepseek-v4-pro', true],
    ['api.moonshot.ai', 'kimi-k2.6', true],
    ['api.kimi.com', 'kimi-k2-thinking', true],
    ['api.xiaomimimo.com', 'mimo-v2-flash', true],
    ['api.moonshot.ai', 'moonshot-v1-8k', false],
    [undefined, 'deepseek-v4-pro', false],
  ] as const)
    it(`are ${isNeeded ? 'told' : 'absent'} where another model has called something: ${model} at ${server}`, () => {
      const asked = { model, provider: 'test', server };
      const sent = nativizeRequest({ canisters: foreign, tools }, asked).messages[1] as Message;
      const told = 'I call [{"name":"files__read_file","arguments":"{}"}].';
      assert.equal(sent.reasoning_content, isNeeded ? told : undefined);
    });
});

/** What servers say of a request whose calls have no thoughts, or of one that has some. */
const words: Readonly<Record<string, readonly [isNeeded: boolean, status: number, message: string]>> = {
  DeepSeek: [true, 400, 'The `reasoning_content` in the thinking mode must be passed back to the API.'],
  'Kimi behind a proxy': [
    true,
    400,
    'thinking is enabled but reasoning_content is missing in assistant tool call message at index 1',
  ],
  'DeepSeek V3.2': [
    true,
    400,
    'Missing reasoning_content field in the assistant message at message index 1.',
  ],
  Groq: [false, 400, "'messages.1' : property 'reasoning_content' is unsupported"],
  'a strict validator': [
    false,
    422,
    'body.messages.1.assistant.reasoning_content: Extra inputs are not permitted',
  ],
  Google: [
    false,
    400,
    'Invalid JSON payload received. Unknown name "reasoning_content" at \'messages[1]\': Cannot find field.',
  ],
};

describe('What a server says of thoughts in a history', () => {
  for (const [whose, [isNeeded, status, message]] of Object.entries(words))
    it(`is heeded at once and from then on: ${whose}`, async () => {
      const server = await startOpenAiServer((response, received) => {
        const sent = received.body.messages as readonly Message[];
        const hasAll = sent.every(each => !each.tool_calls || each.reasoning_content);
        const has = sent.some(each => each.reasoning_content !== undefined);
        const isWrong = isNeeded ? !hasAll : has;
        const hello = answerChunks([chunk({ content: 'Hi.' }), chunk({}, 'stop')]);
        return (isWrong ? answerJson({ error: { message } }, status) : hello)(response, received);
      });
      const call = { type: 'invocation', name: 'files__read_file', arguments: {} } as const;
      const thought = clientThought('Hm.');
      const replies = isNeeded ? [call] : [{ type: 'opaque', content: thought } as const, call];
      const model = namedOf(openAiAt(server.url), 'm');
      const canisters = [user('What?'), ...leftBy(replies, 'a')];
      try {
        for (const _time of [1, 2])
          assert.equal(
            (await Array.fromAsync(model.reply({ canisters, tools }, never))).at(-1)?.type,
            'finish',
          );
        assert.equal(server.received.filter(({ method }) => method === 'POST').length, 3);
      } finally {
        await server.close();
      }
    });
});

describe('The ids of calls', () => {
  const askAs = (model: string, canisters: readonly Canister[]) =>
    nativizeRequest({ canisters, tools }, { model, provider: 'test' }).messages.flatMap(message =>
      message.role === 'tool'
        ? [message.tool_call_id]
        : 'tool_calls' in message
          ? (message.tool_calls ?? []).map(({ id }) => id)
          : [],
    );

  it('are Kimi K2’s own, or such ones, and each result has that of its call', async () => {
    const own = (at: number) => `functions.files__read_file:${at}`;
    const pieces = [own(4), own(5)].map((id, index) => ({ ...call, id, index }));
    const server = await startOpenAiServer(
      answerChunks([chunk({ tool_calls: pieces }), chunk({}, 'tool_calls')]),
    );
    for (const id of ['moonshotai/Kimi-K2.7-Code', 'accounts/fireworks/models/kimi-k2p5']) {
      const model = namedOf(openAiAt(server.url), id);
      const asked = { canisters: [user('What?')], tools };
      const events = await Array.fromAsync(model.reply(asked, never));
      const said = [user('What?'), ...leftBy(events, 'a')];
      const other = leftBy([{ type: 'invocation', name: 'files__read_file', arguments: {} }], 'b');
      const expected = [own(4), own(5), own(4), own(5)];
      assert.deepEqual(askAs(id, said), expected);
      assert.deepEqual(askAs(id, [...said, ...other]), [...expected, own(6), own(6)]);
      // Some servers count anew in each reply.
      const again = leftBy(events, 'c');
      assert.deepEqual(askAs(id, [...said, ...again]), [...expected, own(6), own(7), own(6), own(7)]);
      assert.ok(askAs('mistral-large', said).every(each => /^\w{9}$/.test(each)));
    }
    await server.close();
  });
});
