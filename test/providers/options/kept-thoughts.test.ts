import assert from 'node:assert/strict';
import type { Canister } from '../../../src/converser/words/canister/canister.ts';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { nativizeRequest } from '../../../src/dialects/openai-chat/nativize-request.ts';
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

  it('are empty for DeepSeek’s own server where another model has called something', () => {
    const canisters = [
      user('What?'),
      ...leftBy([{ type: 'invocation', name: 'files__read_file', arguments: {} }], 'a'),
    ];
    const sent = (server?: string) =>
      nativizeRequest({ canisters, tools }, { model: 'deepseek-v4-pro', provider: 'test', server })
        .messages[1];
    assert.equal((sent('api.deepseek.com') as Message).reasoning_content, '');
    assert.equal((sent() as Message).reasoning_content, undefined);
  });
});
