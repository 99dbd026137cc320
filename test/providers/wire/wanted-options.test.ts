import assert from 'node:assert/strict';
import type { ModelOptions } from '../../../src/converser/words/models/model-options.ts';
import type { ModelEvent, Provider } from '../../../src/converser/words/models/provider.ts';
import { refusal, sse, startAnthropicServer } from '../../fakes/anthropic-server.ts';
import {
  answerChunks,
  answerJson,
  chunk,
  type Received,
  startOpenAiServer,
} from '../../fakes/openai-server.ts';
import { userSays } from '../../fakes/user-canister.ts';
import { says } from '../anthropic/replies.ts';
import { anthropicAt, closedAfterEach, openAiAt } from '../at-servers.ts';
import { notices } from '../heard.ts';

const never = new AbortController().signal;
const canisters = [userSays('Go.')];

async function ask(provider: Provider, id: string, wanted: ModelOptions): Promise<readonly ModelEvent[]> {
  const model = provider.named?.(id) ?? (await provider.models(never)).find(each => each.id === id);
  assert.ok(model);
  return Array.fromAsync(model.reply({ canisters, tools: [], wanted }, never));
}

/** Rejections as vendors write them, by the field that a model doesn't have. */
function complaintOf(body: Received['body'], fields: Readonly<Record<string, string>>): string | undefined {
  const has = (path: string) =>
    path
      .split('.')
      .reduce<unknown>((value, name) => (Object(value) as Record<string, unknown>)[name], body) !== undefined;
  return Object.entries(fields).find(([path]) => has(path))?.[1];
}

describe('what a server does not have of what you want', () => {
  const run = closedAfterEach();

  it('is left out where it says so in Chat Completions, is said once in a conversation, and asked for no more', async () => {
    const fields = {
      temperature:
        "Unsupported value: 'temperature' does not support 0.1 with this model. Only the default (1) value is supported.",
      reasoning_effort: 'Unrecognized request argument supplied: reasoning_effort',
      top_k: 'Unknown name "top_k": Cannot find field.',
    };
    const server = await run(
      startOpenAiServer(
        (response, received) => {
          const message = complaintOf(received.body, fields);
          if (message === undefined)
            return answerChunks([chunk({ content: 'Done.' }), chunk({}, 'stop'), '[DONE]'])(
              response,
              received,
            );
          return answerJson({ error: { message, type: 'invalid_request_error' } }, 400)(response);
        },
        [{ id: 'local' }],
      ),
    );
    const provider = openAiAt(server.url, { api: 'chat' });
    const wanted: ModelOptions = { effort: 'high', temperature: 0.1, seed: 1, body: { top_k: 3 } };
    const first = await ask(provider, 'local', wanted);
    assert.equal(first.at(-1)?.type, 'finish');
    assert.deepEqual(notices(first), [
      'local doesn’t take temperature, so Converser leaves that out.',
      'local doesn’t take effort, so Converser leaves that out.',
      'local doesn’t take body, so Converser leaves that out.',
    ]);
    const asked = server.received.length;
    assert.deepEqual(notices(await ask(provider, 'local', wanted)), []);
    assert.equal(server.received.length, asked + 1);
    assert.equal(server.received.at(-1)?.body.seed, 1);
  });

  it('is not asked for in Responses where thoughts can’t be seen', async () => {
    const content = [{ type: 'output_text', text: 'Done.', annotations: [] }];
    const output = [{ id: 'm', type: 'message', role: 'assistant', status: 'completed', content }];
    const whole = { id: 'r', object: 'response', status: 'completed', output };
    const message = 'Your organization must be verified to generate reasoning summaries.';
    const server = await run(
      startOpenAiServer(
        (response, received) => {
          const complaint = complaintOf(received.body, { 'reasoning.summary': message });
          if (complaint === undefined) return answerJson(whole)(response);
          const type = 'invalid_request_error';
          const error = { message, type, param: 'reasoning.summary', code: 'unsupported_value' };
          return answerJson({ error }, 400)(response);
        },
        [{ id: 'gpt-5.4' }],
      ),
    );
    const provider = openAiAt(server.url, { api: 'responses' });
    const events = await ask(provider, 'gpt-5.4', { effort: 'low' });
    assert.equal(events.at(-1)?.type, 'finish');
    assert.deepEqual(server.received.at(-1)?.body.reasoning, { effort: 'low' });
    // It was not asked for by name.
    assert.deepEqual(notices(events), []);
  });

  it('is left out by servers with Anthropic’s API', async () => {
    const server = await run(
      startAnthropicServer(({ body }) => {
        const message = complaintOf(body as Received['body'], {
          'thinking.display': 'thinking.adaptive.display: Extra inputs are not permitted',
          'output_config.effort': 'output_config.effort: This model does not support the effort parameter.',
        });
        return message === undefined
          ? sse('m', says('Done.'))
          : refusal(400, 'invalid_request_error', { message });
      }),
    );
    const provider = anthropicAt(server.url);
    const events = await ask(provider, 'claude-opus-5', { effort: 'high', maxOutputTokens: 500 });
    assert.equal(events.at(-1)?.type, 'finish');
    assert.deepEqual(notices(events), ['claude-opus-5 doesn’t take effort, so Converser leaves that out.']);
  });

  it('is no reason to ask again where the rejection is about something else', async () => {
    let asked = 0;
    const server = await run(
      startAnthropicServer(() => {
        asked++;
        const message = 'messages: text content blocks must be non-empty';
        return refusal(400, 'invalid_request_error', { message });
      }),
    );
    const wanted: ModelOptions = { effort: 'high', temperature: 1, stop: ['x'], seed: 1 };
    const provider = anthropicAt(server.url);
    const events = await ask(provider, 'claude-opus-5', wanted);
    assert.equal(events.at(-1)?.type, 'failure');
    assert.equal(asked, 1);
  });
});
