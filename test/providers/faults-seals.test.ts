import assert from 'node:assert/strict';
import type { JsonValue } from '../../src/converser/ground/json/json.ts';
import { type Canister, ordinaryMarks } from '../../src/converser/words/canister/canister.ts';
import { text } from '../../src/converser/words/canister/content.ts';
import type { Model, Provider } from '../../src/converser/words/models/provider.ts';
import { refusal, sse, startAnthropicServer } from '../fakes/anthropic-server.ts';
import { answerJson, sendEvent, startEvents, startOpenAiServer } from '../fakes/openai-server.ts';
import { createAnthropicProvider, createOpenAiProvider } from '../fakes/sdk-providers.ts';
import { says } from './anthropic/replies.ts';

const common = { timestamp: '2026-01-01T00:00:00.000Z', marks: ordinaryMarks };
const key = async () => 'test-key';
const never = new AbortController().signal;

/** A conversation in which an earlier reply has left what its maker wants back. */
function sealedBy(provider: string, data: JsonValue): readonly Canister[] {
  const content = [{ type: 'opaque', provider, data } as const, text('Hello.')];
  return [
    { ...common, id: 'u1', role: 'user', content: [text('Hello?')] },
    { ...common, id: 'a1', role: 'assistant', content },
    { ...common, id: 'u2', role: 'user', content: [text('And?')] },
  ];
}

async function endOf(provider: Provider, canisters: readonly Canister[]) {
  const [model] = (await provider.models(never)) as readonly [Model];
  return (await Array.fromAsync(model.reply({ canisters, tools: [] }, never))).at(-1);
}

describe('reasoning that its provider does not accept back', () => {
  it('is left out if Anthropic rejects its signature', async () => {
    const server = await startAnthropicServer(({ body }) =>
      JSON.stringify(body).includes('broken-seal')
        ? refusal(400, 'invalid_request_error', {
            message: 'messages.1.content.0: Invalid `signature` in `thinking` block',
          })
        : sse('msg_1', says('Well.')),
    );
    const provider = createAnthropicProvider({ id: 'test', label: 'Test', baseUrl: server.url, key });
    const block = { type: 'thinking', thinking: 'Hm.', signature: 'broken-seal' };
    const end = await endOf(provider, sealedBy('test', { block }));
    await server.close();
    assert.deepEqual(end, { type: 'finish', reason: 'stop' });
  });

  it('is left out for OpenAI’s models that do not reason', async () => {
    const server = await startOpenAiServer((response, { body }) => {
      if (JSON.stringify(body).includes('the-seal')) {
        const message = 'Reasoning input items can only be provided to a reasoning or computer use model.';
        return answerJson({ error: { message } }, 400)(response);
      }
      startEvents(response);
      sendEvent(response, { type: 'response.completed', response: { id: 'resp_1', output: [] } });
      response.end();
    });
    const provider = createOpenAiProvider({
      id: 'test',
      label: 'Test',
      api: 'responses',
      baseUrl: server.url,
      key,
    });
    const item = { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'the-seal' };
    const end = await endOf(provider, sealedBy('test', { dialect: 'openai-responses', item, afterCalls: 0 }));
    await server.close();
    assert.deepEqual(end, { type: 'finish', reason: 'stop' });
  });
});
