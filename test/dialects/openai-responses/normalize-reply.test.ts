import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { createReplyNormalizer } from '../../../src/dialects/openai-responses/normalize-reply.ts';
import type { ReportedError } from '../../../src/dialects/reported-error.ts';

function normalize(streamed: readonly unknown[]): readonly ModelEvent[] {
  const normalizer = createReplyNormalizer({ provider: 'test', label: 'Test' });
  const events = streamed.flatMap(each => normalizer.read(each as ResponseStreamEvent));
  return [...events, ...normalizer.end()];
}

describe('a reply in Responses', () => {
  it('has encrypted reasoning, calls in order, and usage', async () => {
    const file = new URL('../../fixtures/openai-responses/reasoning-and-calls.sse', import.meta.url);
    const lines = (await readFile(file, 'utf8')).split('\n').filter(line => line.startsWith('data: '));
    const summary = [{ type: 'summary_text', text: 'Two calls.' }];
    const item = { id: 'rs_1', type: 'reasoning', summary, encrypted_content: 'gAAAsealed=' };
    const data = { dialect: 'openai-responses', item, afterCalls: 0 };
    assert.deepEqual(normalize(lines.map(line => JSON.parse(line.slice('data: '.length)))), [
      { type: 'reasoning-delta', text: 'Two calls.' },
      { type: 'opaque', content: { type: 'opaque', provider: 'test', data } },
      { type: 'text-delta', text: 'I look. ' },
      { type: 'invocation', name: 'files__read_file', arguments: { path: 'notes.txt' } },
      { type: 'invocation', name: 'chance__roll', arguments: { dice: '2d6' } },
      { type: 'usage', usage: { input: 300, output: 90, cached: 128, reasoning: 64 } },
      { type: 'finish', reason: 'invocations' },
    ]);
  });

  it('may be a refusal, be cut short, fail or break off', () => {
    const ends = (...streamed: readonly object[]) => {
      const last = normalize(streamed).at(-1);
      return last?.type === 'failure' ? last.error.code : last?.type === 'finish' && last.reason;
    };
    const incomplete = (reason: string) => ({
      type: 'response.incomplete',
      response: { incomplete_details: { reason } },
    });
    const failed = (code: string) => ({
      type: 'response.failed',
      response: { error: { code, message: 'No.' } },
    });
    const done = { type: 'response.completed', response: {} };
    assert.equal(ends({ type: 'response.refusal.delta', delta: 'No.' }, done), 'refusal');
    assert.equal(ends(incomplete('content_filter')), 'refusal');
    assert.equal(ends(incomplete('max_output_tokens')), 'length');
    for (const end of [failed('server_error'), { type: 'error', code: 'server_error', message: 'No.' }])
      assert.throws(
        () => ends(end),
        ({ report }: ReportedError) => Object(report).code === 'server_error',
      );
    assert.equal(ends({ type: 'response.output_text.delta', delta: 'Hi' }), 'model-unreachable');
  });

  it('leaves out a call that was cut off', () => {
    const item = { type: 'function_call', status: 'incomplete', name: 'a', arguments: '{"n' };
    assert.deepEqual(
      normalize([
        { type: 'response.output_item.done', item },
        { type: 'response.incomplete', response: { incomplete_details: { reason: 'max_output_tokens' } } },
      ]),
      [{ type: 'finish', reason: 'length' }],
    );
  });
});
