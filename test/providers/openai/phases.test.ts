import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import OpenAI from 'openai';
import type { ResponseInput } from 'openai/resources/responses/responses';
import { createReplyCollector } from '../../../src/converser/turn/reply/collect-reply.ts';
import { canisterOf } from '../../dialects/canister-of.ts';
import {
  type Answer,
  answerJson,
  type FakeOpenAiServer,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';
import { userSays } from '../../fakes/user-canister.ts';
import { openGateway } from '../../gateway/support/open-gateway.ts';
import { firstOf, openAiAt } from '../at-servers.ts';

const never = new AbortController().signal;
const recording = readFileSync(
  new URL('../../fixtures/openai-responses/phases.sse', import.meta.url),
  'utf8',
);

const streamed: Answer = response => {
  response.writeHead(200, { 'content-type': 'text/event-stream' }).end(recording);
};

const message = (phase: string, text: string) => ({
  id: `msg_${phase}`,
  type: 'message',
  role: 'assistant',
  status: 'completed',
  phase,
  content: [{ type: 'output_text', text, annotations: [] }],
});
const whole = answerJson({
  id: 'resp_2',
  object: 'response',
  status: 'completed',
  output: [message('commentary', 'I look first.'), message('final_answer', 'All is well.')],
});

const modelOf = ({ url }: FakeOpenAiServer) => firstOf(openAiAt(url, { api: 'responses' }));

/** The assistant's messages in the last request. */
function repeated({ received }: FakeOpenAiServer): readonly (readonly unknown[])[] {
  const input = received.at(-1)?.body.input as readonly Readonly<Record<string, unknown>>[];
  return input.filter(({ role }) => role === 'assistant').map(({ content, phase }) => [content, phase]);
}

const bothWithPhases = [
  ['I look first.', 'commentary'],
  ['All is well.', 'final_answer'],
];

async function askTwice(answer: Answer) {
  const server = await startOpenAiServer(answer);
  try {
    const model = await modelOf(server);
    const collector = createReplyCollector();
    for await (const event of model.reply({ canisters: [userSays('Hello.')], tools: [] }, never))
      collector.hear(event);
    const { content } = collector.whole('stop');
    const canisters = [userSays('Hello.'), canisterOf('assistant', 'a', ...content), userSays('And?')];
    const events = await Array.fromAsync(model.reply({ canisters, tools: [] }, never));
    assert.equal(events.at(-1)?.type, 'finish');
    return { server, said: content.flatMap(part => (part.type === 'text' ? [part.text] : [])).join('') };
  } finally {
    await server.close();
  }
}

describe('a server of Responses whose messages have phases', () => {
  for (const [how, answer] of [
    ['streamed', streamed],
    ['whole', whole],
  ] as const)
    it(`gets them back, where its reply came ${how}`, async () => {
      const { server, said } = await askTwice(answer);
      assert.equal(said, 'I look first.\n\nAll is well.');
      assert.deepEqual(repeated(server), bothWithPhases);
    });

  it('gets them back from a client of the gateway, too', async () => {
    const server = await startOpenAiServer(streamed);
    await using gateway = await openGateway({ models: [await modelOf(server)] });
    const client = new OpenAI({ baseURL: `${gateway.baseUrl}/v1`, apiKey: gateway.key, maxRetries: 0 });
    const question = { role: 'user' as const, content: 'Hello.' };
    const asked = { model: 'test-model', store: false };
    const { output } = await client.responses.stream({ ...asked, input: [question] }).finalResponse();
    const input = [question, ...(output as ResponseInput), question];
    await client.responses.create({ ...asked, input });
    await server.close();
    assert.deepEqual(repeated(server), bothWithPhases);
  });

  it('is asked again without them where it refuses them, and not with them later', async () => {
    const refusal = answerJson({ error: { message: "Unknown parameter: 'input[1].phase'." } }, 400);
    const refusing: Answer = (response, received) =>
      (JSON.stringify(received.body.input).includes('phase') ? refusal : (whole as Answer))(
        response,
        received,
      );
    const server = await startOpenAiServer(refusing);
    await using gateway = await openGateway({ models: [await modelOf(server)] });
    const client = new OpenAI({ baseURL: `${gateway.baseUrl}/v1`, apiKey: gateway.key, maxRetries: 0 });
    const input: ResponseInput = [
      { role: 'assistant', content: 'I look first.', phase: 'commentary' },
      { role: 'user', content: 'And?' },
    ];
    const before = server.received.length;
    for (const _time of ['once', 'again']) await client.responses.create({ model: 'test-model', input });
    await server.close();
    const sent = server.received
      .slice(before)
      .map(({ body }) => JSON.stringify(body.input).includes('phase'));
    assert.deepEqual(sent, [true, false, false]);
  });
});
