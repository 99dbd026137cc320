import assert from 'node:assert/strict';
import { describeProviderContract, type Scenario, unicodeText } from '../../contracts/provider-contract.ts';
import { canisterOf } from '../../dialects/canister-of.ts';
import {
  type Answer,
  answerJson,
  sendEvent,
  startEvents,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';
import { userSays } from '../../fakes/user-canister.ts';
import { firstOf, openAiAt, sayOn } from '../at-servers.ts';

async function subject(answer: Answer) {
  const server = await startOpenAiServer(answer);
  const model = await firstOf(openAiAt(server.url, { api: 'responses', key: async () => 'secret' }));
  return { model, server };
}

describeProviderContract('a model in Responses', async scenario => {
  const { model, server } = await subject(answers[scenario]);
  return { model, prompt: scenario, dispose: server.close };
});

describe('a model in Responses that does not reason', () => {
  for (const message of [
    'Encrypted content is not supported with this model.',
    'Reasoning input items can only be provided to a reasoning or computer use model.',
  ])
    it(`is asked again without, and only once: ${message}`, async () => {
      const { model, server } = await subject((response, received) => {
        if (/encrypted_content/.test(JSON.stringify(received.body)))
          return answerJson({ error: { message } }, 400)(response);
        return answers.answer(response, received);
      });
      const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'sealed' };
      const data = { dialect: 'openai-responses', item, afterCalls: 0 };
      const earlier = canisterOf('assistant', 'a', { type: 'opaque', provider: 'test', data }, 'Hello.');
      const request = { canisters: [userSays('Hello?'), earlier, userSays('And?')], tools: [] };
      for (let times = 0; times < 2; times++) {
        const events = await Array.fromAsync(model.reply(request, new AbortController().signal));
        assert.deepEqual(events.at(-1), { type: 'finish', reason: 'stop' });
      }
      await server.close();
      assert.equal(server.received.filter(({ method }) => method === 'POST').length, 3);
    });
});

const completed = { type: 'response.completed', response: { id: 'resp_1', output: [] } };

function stream(...events: readonly object[]): Answer {
  return response => {
    startEvents(response);
    for (const event of [...events, completed]) sendEvent(response, event);
    response.end();
  };
}

function said(delta: string): object {
  return { type: 'response.output_text.delta', item_id: 'msg_1', output_index: 0, content_index: 0, delta };
}

function called(name: string, args: object): object {
  const item = {
    type: 'function_call',
    status: 'completed',
    call_id: name,
    name,
    arguments: JSON.stringify(args),
  };
  return { type: 'response.output_item.done', output_index: 0, item };
}

const readNotes = called('files__read_file', { path: 'notes.txt' });

const answers: Readonly<Record<Scenario, Answer>> = {
  answer: stream(said('Hello.')),
  anything: stream(said('Hello.')),
  call: stream(readNotes),
  calls: stream(readNotes, called('chance__roll', { dice: '2d6' })),
  result: stream(...unicodeText.split('').map(said)),
  async long(response, { closed }) {
    startEvents(response);
    await sayOn(closed, content => sendEvent(response, said(content)));
    response.end();
  },
};
