import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ModelEvent } from '../../src/converser/words/models/provider.ts';
import { nativizeReply as nativizeMessage } from '../../src/dialects/anthropic-messages/nativize-reply.ts';
import { eventJson } from '../../src/dialects/anthropic-messages/write-event.ts';
import { nativizeReply as nativizeCompletion } from '../../src/dialects/openai-chat/nativize-reply.ts';
import { createChunkJson } from '../../src/dialects/openai-chat/write-chunk.ts';
import { anyCodePoint } from '../any-code-point.ts';
import { streamOf } from './carried.ts';

/** Texts that look like the frame of a chunk, or need escapes. */
const text = fc.oneof(
  fc.string({ unit: anyCodePoint }),
  fc.constantFrom('', '"', '\\', '\n', '\u2028', '\ud83d', '"delta":{"content":"', '"},"finish_reason":null'),
);
const event: fc.Arbitrary<ModelEvent> = fc.oneof(
  { weight: 4, arbitrary: text.map(text => ({ type: 'text-delta', text }) as const) },
  text.map(text => ({ type: 'reasoning-delta', text }) as const),
  text.map(name => ({ type: 'invocation', name, arguments: { name } }) as const),
  fc.constant({ type: 'usage', usage: { input: 1, output: 2 } } as const),
);
const end = fc.constantFrom<ModelEvent>(
  { type: 'finish', reason: 'stop' },
  { type: 'failure', error: { code: 'model-failed', message: 'No.', retryable: false } },
);

describe('replies are written as JSON.stringify writes them:', () => {
  it('those of Chat Completions', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event), end, text, async (events, last, model) => {
        const named = { id: 'chatcmpl-1', model, created: 5, usage: true, nextCallId: () => 'call_1' };
        const json = createChunkJson();
        for await (const chunk of nativizeCompletion(streamOf([...events, last]), named))
          assert.equal(json(chunk), JSON.stringify(chunk));
      }),
    );
  });

  it('those of Chat Completions, with more than a text in a chunk', () => {
    const json = createChunkJson();
    const chunkOf = (delta: object, more: object = {}) => ({
      id: 'chatcmpl-1',
      choices: [{ index: 0, delta, finish_reason: null }],
      ...more,
    });
    const chunks = [
      chunkOf({ content: 'a' }),
      chunkOf({ content: 'b', role: 'assistant' }),
      chunkOf({ content: null }),
      chunkOf({ content: 'c' }, { usage: { prompt_tokens: 1 } }),
      { id: 'chatcmpl-1', choices: [{ index: 0, delta: { content: 'd' }, finish_reason: 'stop' }] },
      { id: 'chatcmpl-1', choices: [] },
    ];
    for (const chunk of chunks) assert.equal(json(chunk), JSON.stringify(chunk));
  });

  it('those of Messages', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(event), end, text, async (events, last, model) => {
        const named = { id: 'msg_1', model, nextCallId: () => 'toolu_1' };
        for await (const each of nativizeMessage(streamOf([...events, last]), named))
          assert.equal(eventJson(each), JSON.stringify(each));
      }),
    );
  });
});
