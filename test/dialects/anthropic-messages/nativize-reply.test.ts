import assert from 'node:assert/strict';
import Anthropic from '@anthropic-ai/sdk';
import fc from 'fast-check';
import { errorData, errors } from '../../../src/converser/ground/errors.ts';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { nativizeReply, type StreamEvent } from '../../../src/dialects/anthropic-messages/nativize-reply.ts';
import { createReplyNormalizer } from '../../../src/dialects/anthropic-messages/normalize-reply.ts';
import { frame } from '../../fakes/anthropic-server.ts';

const thinking = { type: 'thinking', thinking: 'Hm.', signature: 'sig' };

const anyEvent: fc.Arbitrary<ModelEvent> = fc.oneof(
  fc.string({ unit: 'grapheme' }).map((text): ModelEvent => ({ type: 'text-delta', text })),
  fc.string().map((text): ModelEvent => ({ type: 'reasoning-delta', text })),
  fc.constantFrom<ModelEvent>(
    { type: 'text-delta', text: 'a\ud83d' },
    { type: 'text-delta', text: '\ude00' },
    { type: 'invocation', name: 'files__read_file', arguments: { path: 'a' } },
    { type: 'invocation', name: 'files__read_file', arguments: '{"path' },
    { type: 'opaque', content: { type: 'opaque', provider: 'anthropic', data: { block: thinking } } },
    { type: 'opaque', content: { type: 'opaque', provider: 'openai', data: { id: 'rs_1', é: '\ud83d' } } },
    { type: 'notice', message: 'Wait.' },
    { type: 'usage', usage: { input: 100, output: 7, cached: 60, reasoning: 3 } },
  ),
);

describe('A reply for clients of Anthropic Messages', () => {
  it('has blocks in strict order, whatever the events', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(anyEvent), fc.boolean(), async (said, hasFailed) => {
        const end: ModelEvent = hasFailed
          ? { type: 'failure', error: errorData(errors.modelOverloaded('M', 'busy')) }
          : { type: 'finish', reason: 'stop' };
        checkOrder(await nativized([...said, end]));
      }),
      { numRuns: 300 },
    );
  });

  it('is read by the official client', async () => {
    const events = await nativized([
      { type: 'reasoning-delta', text: 'H' },
      { type: 'reasoning-delta', text: 'm.' },
      { type: 'opaque', content: { type: 'opaque', provider: 'anthropic', data: { block: thinking } } },
      { type: 'text-delta', text: 'Half \ud83d' },
      { type: 'text-delta', text: '\ude00.' },
      { type: 'invocation', name: 'one', arguments: { a: 1 } },
      { type: 'invocation', name: 'two', arguments: {} },
      { type: 'usage', usage: { input: 100, output: 7, cached: 60 } },
      { type: 'finish', reason: 'invocations' },
    ]);
    const fetch = async () => new Response(events.map(frame).join(''));
    const client = new Anthropic({ apiKey: 'none', baseURL: 'http://localhost', fetch });
    const message = await client.messages
      .stream({ model: 'm', max_tokens: 1, messages: [{ role: 'user', content: 'Hi' }] })
      .finalMessage();
    const caller = { type: 'direct' };
    assert.deepEqual(JSON.parse(JSON.stringify(message.content)), [
      thinking,
      { type: 'text', text: 'Half 😀.', citations: null },
      { type: 'tool_use', id: 'call_1', name: 'one', input: { a: 1 }, caller },
      { type: 'tool_use', id: 'call_2', name: 'two', input: {}, caller },
    ]);
    assert.equal(message.role, 'assistant');
    assert.equal(message.stop_reason, 'tool_use');
    assert.equal(message.usage.input_tokens, 40);
    assert.equal(message.usage.cache_read_input_tokens, 60);
  });

  it('is the same when read back, including the residue of other providers', async () => {
    const events: readonly ModelEvent[] = [
      { type: 'reasoning-delta', text: 'Hm.' },
      { type: 'opaque', content: { type: 'opaque', provider: 'anthropic', data: { block: thinking } } },
      { type: 'opaque', content: { type: 'opaque', provider: 'openai', data: { id: 'rs_1', é: 1 } } },
      { type: 'text-delta', text: 'Hello.' },
      { type: 'invocation', name: 'one', arguments: { a: 1 } },
      { type: 'invocation', name: 'two', arguments: '{"a' },
      { type: 'usage', usage: { input: 100, output: 7, cached: 60, reasoning: 3 } },
      { type: 'finish', reason: 'invocations' },
    ];
    const normalizer = createReplyNormalizer({ label: 'M' });
    const back = (await nativized(events)).flatMap(event =>
      event.type === 'error' ? [] : normalizer.push(event),
    );
    assert.deepEqual([...back, ...normalizer.end()], events);
  });

  it('ends with an error of the right type', async () => {
    for (const [error, type] of [
      [errors.modelQuota('M', 'too many'), 'rate_limit_error'],
      [errors.modelUnpaid('M', 'no credit'), 'billing_error'],
      [errors.modelSuspended('M', 60_000), 'overloaded_error'],
      [errors.modelSilent('M', 60_000), 'timeout_error'],
      [errors.modelUnreachable('M', 'gone'), 'api_error'],
    ] as const) {
      const last = (await nativized([{ type: 'failure', error: errorData(error) }])).at(-1);
      assert.equal(last?.type === 'error' && last.error.type, type);
    }
    assert.equal((await nativized([{ type: 'text-delta', text: 'Half' }])).at(-1)?.type, 'error');
  });
});

async function nativized(events: readonly ModelEvent[]): Promise<readonly StreamEvent[]> {
  async function* stream() {
    yield* events;
  }
  let calls = 0;
  return Array.fromAsync(
    nativizeReply(stream(), { id: 'msg_1', model: 'm', nextCallId: () => `call_${++calls}` }),
  );
}

function checkOrder(events: readonly StreamEvent[]): void {
  let open: number | undefined;
  let next = 0;
  assert.equal(events[0]?.type, 'message_start');
  for (const event of events.slice(1)) {
    assert.doesNotMatch(JSON.stringify(event), /(?<!\\)(?:\\\\)*\\ud[89a-f]/i);
    if (event.type === 'content_block_start') {
      assert.equal(open, undefined);
      open = event.index;
      assert.equal(open, next++);
    } else if (event.type === 'content_block_delta') {
      assert.equal(event.index, open);
    } else {
      if (event.type === 'content_block_stop') assert.equal(event.index, open);
      else assert.equal(open, undefined);
      open = undefined;
    }
  }
  assert.match(events.at(-1)?.type ?? '', /^(message_stop|error)$/);
}
