import assert from 'node:assert/strict';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';

import { answerChunks, answerJson, chunk, startOpenAiServer } from '../../fakes/openai-server.ts';
import { canisterMaker } from '../../sidebar/canisters.ts';
import { closedAfterEach, namedOf, openAiAt } from '../at-servers.ts';

const { signal } = new AbortController();
const make = canisterMaker();
const two = [
  make.user('u', 'Read both.'),
  make.invocation('a', 'files:read', { path: 'a.txt' }),
  make.invocation('b', 'files:read', { path: 'b.txt' }),
  make.result('a', 'Alpha'),
  make.result('b', 'Beta'),
];
const tools = [
  {
    name: 'files__read',
    description: 'Reads.',
    inputSchema: { type: 'object', properties: { path: { type: 'string' } } },
  },
];

/** What llama.cpp says where the template of Llama 3 gives up. */
const refusal =
  'Unable to generate parser for this template. Automatic parser generation failed: \n------------\nWhile executing ' +
  'CallExpression at line 71, column 32 in source:\n...\nError: Jinja Exception: This model only supports single tool-calls at once!';

interface Message {
  readonly role: string;
  readonly tool_calls?: readonly unknown[];
}

describe('A model whose template takes one call in a message', () => {
  const run = closedAfterEach();

  it('gets several calls of a round one after the other, once it has refused them', async () => {
    const server = await run(
      startOpenAiServer((response, received) => {
        const messages = received.body.messages as readonly Message[];
        const isRefused = messages.some(({ tool_calls: calls = [] }) => calls.length > 1);
        const answer = isRefused
          ? answerJson({ error: { code: 400, message: refusal, type: 'invalid_request_error' } }, 400)
          : answerChunks([chunk({ content: 'Read.' }), chunk({}, 'stop')]);
        return answer(response, received);
      }),
    );
    const model = namedOf(openAiAt(server.url), 'llama');
    for (const _time of ['once', 'again']) {
      const events: readonly ModelEvent[] = await Array.fromAsync(
        model.reply({ canisters: two, tools }, signal),
      );
      assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' });
    }
    const asked = server.received.map(({ body }) =>
      (body.messages as readonly Message[]).map(({ role }) => role),
    );
    const inTurn = ['user', 'assistant', 'tool', 'assistant', 'tool'];
    assert.deepEqual(asked, [['user', 'assistant', 'tool', 'tool'], inTurn, inTurn]);
    const last = server.received.at(-1)?.body;
    assert.equal(last?.parallel_tool_calls, false);
    assert.match(JSON.stringify(last?.messages), /a\.txt.*Alpha.*b\.txt.*Beta/);
  });
});
