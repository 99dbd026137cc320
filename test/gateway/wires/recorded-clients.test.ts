import assert from 'node:assert/strict';
import { createScriptedModel, invokes, says } from '../../fakes/scripted-model.ts';
import { type OpenGateway, openGateway } from '../support/open-gateway.ts';
import { recordedRequests } from './clients/recorded-requests.ts';

const path = '/v1/chat/completions';

describe('the requests that frameworks in Python send', () => {
  for (const [name, { headers, first, answered }] of Object.entries(recordedRequests))
    it(`get a call and an answer, whole and streamed: ${name}`, async () => {
      for (const ask of [askWhole, askStreamed]) {
        const tool = name.startsWith('Semantic') ? 'weather-get_weather' : 'get_weather';
        const model = createScriptedModel(invokes([tool, { city: 'Oslo' }]), says('It is cold.'));
        await using gateway = await openGateway({ models: [model] });
        const { tool_calls: [call] = [], ...asked } = await ask(gateway, first, headers);
        assert.deepEqual(call?.function, { name: tool, arguments: '{"city":"Oslo"}' });
        assert.ok(call.id !== '' && !asked.content);
        const again = { ...first, messages: [...first.messages, ...answered], tool_choice: 'auto' };
        assert.equal((await ask(gateway, again, headers)).content, 'It is cold.');
        const history = model.requests[1]?.canisters.map(({ role }) => role);
        assert.deepEqual(history?.slice(0, 4), ['supervisor', 'user', 'invocation', 'result']);
      }
    });
});

interface Message {
  readonly content?: string | null;
  readonly tool_calls?: readonly {
    readonly id: string;
    readonly function: { readonly name: string; readonly arguments: string };
  }[];
}

type Headers = Readonly<Record<string, string>>;

async function askWhole(gateway: OpenGateway, body: object, headers: Headers): Promise<Message> {
  const response = await gateway.post(path, { ...body, stream: false }, headers);
  assert.equal(response.status, 200);
  const { choices } = (await response.json()) as {
    readonly choices: readonly { readonly message: Message }[];
  };
  return choices[0]?.message ?? {};
}

async function askStreamed(gateway: OpenGateway, body: object, headers: Headers): Promise<Message> {
  const asked = { ...body, stream: true, stream_options: { include_usage: true } };
  const response = await gateway.post(path, asked, headers);
  assert.equal(response.status, 200);
  const lines = [...(await response.text()).matchAll(/^data: (\{.*)$/gm)].map(([, json = '']) => json);
  const chunks = lines.map(
    line => JSON.parse(line) as { readonly choices: readonly { readonly delta: Message }[] },
  );
  const deltas = chunks.flatMap(({ choices }) => choices.map(({ delta }) => delta));
  const calls = deltas.flatMap(({ tool_calls: pieces = [] }) => pieces);
  const [begun] = calls;
  const written = calls.map(({ function: { arguments: piece } }) => piece ?? '').join('');
  return {
    content: deltas.map(({ content }) => content ?? '').join(''),
    ...(begun && { tool_calls: [{ ...begun, function: { ...begun.function, arguments: written } }] }),
  };
}
