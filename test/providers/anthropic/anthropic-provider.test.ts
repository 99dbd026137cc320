import assert from 'node:assert/strict';
import type { ErrorData } from '../../../src/converser/ground/errors.ts';
import type { ModelEvent, ModelRequest } from '../../../src/converser/words/models/provider.ts';
import type { Connection } from '../../../src/providers/wire/connection.ts';
import {
  type Answer,
  type Answers,
  type AnthropicServer,
  claude,
  frame,
  refusal,
  sse,
  startAnthropicServer,
} from '../../fakes/anthropic-server.ts';
import { createAnthropicProvider } from '../../fakes/sdk-providers.ts';
import { userSays } from '../../fakes/user-canister.ts';
import { anthropicAt, closedAfterEach, firstOf } from '../at-servers.ts';
import { says } from './replies.ts';

const hello: ModelRequest = { canisters: [userSays('Hello.')], tools: [] };
const never = new AbortController().signal;

describe('The provider of Anthropic', () => {
  const run = closedAfterEach();
  let server: AnthropicServer | undefined;

  async function start(answers: Answers, more: Partial<Connection> = {}, models?: readonly object[]) {
    server = await run(startAnthropicServer(answers, models));
    return { server, provider: anthropicAt(server.url, more) };
  }

  async function reply(answers: Answers, more: Partial<Connection> = {}): Promise<readonly ModelEvent[]> {
    const { provider } = await start(answers, more);
    return Array.fromAsync((await firstOf(provider)).reply(hello, never));
  }

  async function failure(answers: Answers): Promise<ErrorData> {
    const last = (await reply(answers)).at(-1);
    assert.equal(last?.type, 'failure');
    return last.error;
  }

  it('lists models with what the server reports, except retired ones', async () => {
    const { provider } = await start([], {}, [
      claude(),
      claude({ id: 'claude-2', lifecycle: 'retired' }),
      { id: 'local-model' },
      { id: 'claude-3-5-haiku-latest', capabilities: null, max_tokens: null, max_input_tokens: null },
    ]);
    const models = await provider.models(never);
    const sees = { tools: 'native', images: true, pdfs: true, contextTokens: 200_000 };
    assert.deepEqual(
      models.map(({ id, label, capabilities }) => [id, label, capabilities]),
      [
        ['claude-sonnet-4-5', 'Claude Sonnet 4.5', { ...sees, outputTokens: 32_000 }],
        ['local-model', 'local-model', { tools: 'native', images: false }],
        ['claude-3-5-haiku-latest', 'claude-3-5-haiku-latest', { ...sees, outputTokens: 8_192 }],
      ],
    );
  });

  it('sends the key, the headers and the output limit', async () => {
    await reply([sse('m', says('Hi.'))], { headers: { 'x-team': 'blue' } });
    const sent = server?.requests.at(-1);
    assert.equal(sent?.headers.authorization, 'Bearer right-key-123');
    assert.equal(sent?.headers['x-team'], 'blue');
    assert.equal(sent?.body.max_tokens, 32_000);
    assert.equal(sent?.body.stream, true);
  });

  it('sends no key to a server that needs none, whatever the environment holds', async () => {
    process.env.ANTHROPIC_API_KEY = 'key-of-the-environment';
    try {
      await reply([sse('m', says('Hi.'))], { key: async () => undefined });
      assert.equal(server?.requests.at(-1)?.headers.authorization, undefined);
      assert.equal(server?.requests.at(-1)?.headers['x-api-key'], undefined);
    } finally {
      delete process.env.ANTHROPIC_API_KEY;
    }
  });

  it('reads the key for each request', async () => {
    let key = 'first-key';
    const { provider, server } = await start([], { key: async () => key });
    await provider.models(never);
    key = 'second-key';
    await provider.models(never);
    const sent = server.requests.map(({ headers }) => headers.authorization);
    assert.deepEqual(sent, ['Bearer first-key', 'Bearer second-key']);
  });

  it('sends nothing to Anthropic without a key', async () => {
    const fetch = () => assert.fail('There was a request.');
    const connection = { id: 'anthropic', label: 'Anthropic', key: async () => undefined, fetch };
    await assert.rejects(createAnthropicProvider(connection).models(never), { code: 'model-unauthorized' });
  });

  it('accepts addresses with the version, too', async () => {
    const { server } = await start([]);
    const provider = anthropicAt(`${server.url}/v1/`);
    assert.equal((await provider.models(never)).length, 1);
  });

  it('rejects a failed list with one of our errors', async () => {
    const { provider, server } = await start([], { key: async () => 'wrong-key-123' });
    await assert.rejects(provider.models(never), { code: 'model-unauthorized', name: 'ConverserError' });
    await assert.rejects(provider.models(AbortSignal.abort()), { code: 'cancelled' });
    await server.close();
    await assert.rejects(provider.models(never), { code: 'model-unreachable', retryable: true });
  });

  it('counts tokens as the server does', async () => {
    const { provider, server } = await start([]);
    const { countTokens } = await firstOf(provider);
    assert.equal(await countTokens?.(hello, never), 42);
    assert.equal(server.requests.at(-1)?.path, '/v1/messages/count_tokens');
    assert.equal('max_tokens' in (server.requests.at(-1)?.body ?? {}), false);
  });

  it('explains a rejection, and how long to wait, after one request', async () => {
    const expected: readonly (readonly [Answer, Partial<ErrorData>])[] = [
      [
        refusal(429, 'rate_limit_error', { 'retry-after': '3' }),
        { code: 'model-quota', retryable: true, retryAfter: 3000 },
      ],
      [refusal(529, 'overloaded_error'), { code: 'model-overloaded', retryable: true }],
      [refusal(401, 'authentication_error'), { code: 'model-unauthorized', retryable: false }],
      [refusal(402, 'billing_error'), { code: 'model-quota', retryable: false }],
      [refusal(404, 'not_found_error'), { code: 'model-not-found', retryable: false }],
      [refusal(500, 'api_error'), { code: 'model-server-failed', retryable: true }],
      [refusal(400, 'invalid_request_error'), { code: 'model-failed', retryable: false }],
      [refusal(413, 'request_too_large'), { code: 'context-overflow', retryable: false }],
      [
        { status: 502, pieces: ['<html>Bad gateway</html>'] },
        { code: 'model-overloaded', retryable: true },
      ],
    ];
    for (const [answer, error] of expected) {
      const { code, retryable, retryAfter } = await failure([answer]);
      assert.deepEqual({ code, retryable, ...(retryAfter === undefined ? {} : { retryAfter }) }, error);
      assert.equal(server?.requests.filter(({ path }) => path === '/v1/messages').length, 1);
    }
  });

  it('keeps a key that cannot be sent out of errors', async () => {
    const { provider } = await start([], { key: async () => 'ключ-секрет' });
    await assert.rejects(provider.models(never), (error: Error) => {
      assert.equal(error.name, 'ConverserError');
      assert.doesNotMatch(`${error.message} ${error.cause} ${error.stack}`, /ключ/);
      return true;
    });
  });

  it('fails with the error in the middle of a stream, after the events before it', async () => {
    const started = sse('m', says('Half').slice(0, 2));
    const error = frame({ type: 'error', ...{ error: { type: 'overloaded_error', message: 'Overloaded' } } });
    const events = await reply([{ pieces: [...started.pieces, error] }]);
    assert.deepEqual(
      events.map(({ type }) => type),
      ['text-delta', 'usage', 'failure'],
    );
    const last = events.at(-1);
    assert.equal(last?.type === 'failure' && last.error.code, 'model-overloaded');
  });

  it('fails without a reply, and has no text for an empty one', async () => {
    assert.equal((await failure([{ pieces: [] }])).code, 'model-unreachable');
    await server?.close();
    const empty = sse('m', says().slice(2));
    assert.deepEqual((await reply([empty])).at(-1), { type: 'finish', reason: 'stop' });
  });

  it('says that the conversation is too long where it left no room for a reply', async () => {
    const delta = { stop_reason: 'model_context_window_exceeded' };
    const full = { type: 'message_delta', delta, usage: {} };
    const error = await failure([sse('m', [full, { type: 'message_stop' }])]);
    assert.deepEqual([error.code, error.retryable], ['context-overflow', false]);
    assert.match(error.message, /maximum context length of .* is 200000 tokens/);
  });

  for (const who of ['it', 'the reader'])
    it(`closes the connection when ${who} stops`, async () => {
      const { provider, server } = await start([{ ...sse('m', says('On').slice(0, 2)), afterwards: 'hang' }]);
      const stop = new AbortController();
      for await (const { type } of (await firstOf(provider)).reply(hello, stop.signal)) {
        if (who === 'the reader') break;
        if (type === 'text-delta') stop.abort();
      }
      await server.abandoned;
    });
});
