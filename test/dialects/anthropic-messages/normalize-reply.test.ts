import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import Anthropic from '@anthropic-ai/sdk';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { createReplyNormalizer } from '../../../src/dialects/anthropic-messages/normalize-reply.ts';
import { ReportedError } from '../../../src/dialects/reported-error.ts';
import { calls, says } from '../../providers/anthropic/replies.ts';

describe('A reply in Anthropic Messages', () => {
  it('becomes thinking, text and calls, with residue', async () => {
    assert.deepEqual(joined(await normalized('thinking-and-calls')), [
      { type: 'reasoning-delta', text: 'Two files to read.' },
      opaque({ type: 'thinking', thinking: 'Two files to read.', signature: 'EqQBCkYICxgCKkD/x0+=' }),
      opaque({ type: 'redacted_thinking', data: 'EmwKAhgBEgy3va3pzix' }),
      { type: 'text-delta', text: 'I read 📄 both.' },
      { type: 'invocation', name: 'files__read_file', arguments: { path: 'notes 📄.txt' } },
      opaque({ type: 'thinking', thinking: '', signature: 'EqQBsecond=' }, { afterInvocations: 1 }),
      { type: 'invocation', name: 'clock__now', arguments: {} },
      {
        type: 'usage',
        usage: { input: 7 + 120 + 2048, output: 93, cached: 2048, written: 120, reasoning: 20 },
      },
      { type: 'finish', reason: 'invocations' },
    ]);
  });

  it('reports why the model refuses', async () => {
    assert.deepEqual((await normalized('refusal')).slice(-4), [
      { type: 'text-delta', text: 'I cannot' },
      { type: 'notice', message: 'This could enable harm.' },
      { type: 'usage', usage: { input: 20, output: 4 } },
      { type: 'finish', reason: 'refusal' },
    ]);
  });

  it('passes on the text of arguments that were cut off', async () => {
    assert.deepEqual(await normalized('cut-off-call'), [
      {
        type: 'invocation',
        name: 'files__write_file',
        arguments: '{"path": "a.txt", "text": "once up',
      },
      { type: 'usage', usage: { input: 20, output: 8192 } },
      { type: 'finish', reason: 'length' },
    ]);
  });

  it('ignores unknown events, and reports that it paused', async () => {
    const events = await normalized('paused-and-unknown');
    assert.deepEqual(joined(events), [
      opaque({
        type: 'server_tool_use',
        id: 'srvtoolu_1',
        name: 'web_search',
        input: { query: 'x' },
      }),
      { type: 'text-delta', text: 'So far.' },
      { type: 'notice', message: 'Claude paused midway through its answer. Ask it to continue.' },
      { type: 'usage', usage: { input: 20, output: 5 } },
      { type: 'finish', reason: 'stop' },
    ]);
  });

  it('is cut off where the context window is full, and no reply if nothing was said', () => {
    const end = (...said: readonly string[]) => {
      const normalizer = createReplyNormalizer({ label: 'Claude' });
      for (const text of said)
        for (const event of says(text).slice(0, -2))
          normalizer.push(event as Anthropic.RawMessageStreamEvent);
      const delta = { stop_reason: 'model_context_window_exceeded', stop_sequence: null };
      const last = { type: 'message_delta', delta, usage: { output_tokens: 9 } };
      normalizer.push(last as Anthropic.RawMessageDeltaEvent);
      return normalizer.end();
    };
    const [notice, ...others] = end('Half of');
    assert.match(notice?.type === 'notice' ? notice.message : '', /context window of Claude is full/);
    assert.deepEqual(others.at(-1), { type: 'finish', reason: 'length' });
    assert.throws(() => end(), ReportedError);
  });

  it('forgets what came before it began again', () => {
    const { push, end } = createReplyNormalizer({ label: 'Claude', fragments: true });
    const start = (tokens: number) => ({
      type: 'message_start',
      message: { usage: { input_tokens: tokens, output_tokens: 1 } },
    });
    const half = calls(['a', { n: 1 }]).slice(0, 2);
    const events = [start(7), ...says('Void.').slice(0, -3), ...half, start(8), ...calls(['b', {}])].flatMap(
      event => push(event as Anthropic.RawMessageStreamEvent),
    );
    const all = [...events, ...end()];
    const at = all.findIndex(({ type }) => type === 'restart');
    assert.deepEqual(all[at - 1], { type: 'usage', usage: { input: 7, output: 1 } });
    assert.deepEqual(
      all.slice(at + 1).filter(({ type }) => type !== 'invocation-delta'),
      [
        { type: 'invocation', name: 'b', arguments: {}, call: 0 },
        { type: 'usage', usage: { input: 8, output: 9 } },
        { type: 'finish', reason: 'invocations' },
      ],
    );
  });

  it('replaces half a character at the end of text and of thinking', () => {
    const read = (block: object, delta: object) => {
      const { push } = createReplyNormalizer({ label: 'Claude' });
      return [
        { type: 'content_block_start', index: 0, content_block: block },
        { type: 'content_block_delta', index: 0, delta },
        { type: 'content_block_stop', index: 0 },
      ].flatMap(event => push(event as Anthropic.RawMessageStreamEvent));
    };
    assert.deepEqual(read({ type: 'text', text: '' }, { type: 'text_delta', text: 'a\ud83d' }), [
      { type: 'text-delta', text: 'a' },
      { type: 'text-delta', text: '\ufffd' },
    ]);
    const thinking = { type: 'thinking', thinking: '', signature: '' };
    assert.deepEqual(read(thinking, { type: 'thinking_delta', thinking: 'a\ud83d' }), [
      { type: 'reasoning-delta', text: 'a' },
      { type: 'reasoning-delta', text: '\ufffd' },
      // A server that signs nothing may want it back.
      {
        type: 'opaque',
        content: {
          type: 'opaque',
          provider: 'anthropic',
          data: { block: { type: 'thinking', thinking: 'a\ufffd' } },
        },
      },
    ]);
  });

  // Whoever read all of them again with each would need minutes, and the time limit of tests.
  it('reads any number of fragments of arguments', () => {
    assert.equal(argumentsOf(200_000).length, 2_000_000);
  });
});

function argumentsOf(count: number): string {
  const normalizer = createReplyNormalizer({ label: 'Claude' });
  const caller = { type: 'direct' } as const;
  normalizer.push({
    type: 'content_block_start',
    index: 0,
    content_block: { type: 'tool_use', id: 't', name: 'n', input: {}, caller },
  });
  const say = (partial: string) =>
    normalizer.push({
      type: 'content_block_delta',
      index: 0,
      delta: { type: 'input_json_delta', partial_json: partial },
    });
  say('{"text":"');
  for (let at = 0; at < count; at++) say('0123456789');
  say('"}');
  const [call] = normalizer.push({ type: 'content_block_stop', index: 0 });
  assert.ok(call?.type === 'invocation');
  return (call.arguments as { readonly text: string }).text;
}

async function normalized(fixture: string): Promise<readonly ModelEvent[]> {
  const file = new URL(`../../fixtures/anthropic/${fixture}.sse`, import.meta.url);
  const answer = async () => new Response(await readFile(file), { headers: { 'x-served-by': 'a fixture' } });
  const client = new Anthropic({ apiKey: 'none', baseURL: 'http://localhost', fetch: answer });
  const stream = await client.messages.create({ model: 'm', max_tokens: 1, messages: [], stream: true });
  const normalizer = createReplyNormalizer({ label: 'Claude' });
  const events: ModelEvent[] = [];
  for await (const event of stream) events.push(...normalizer.push(event));
  return [...events, ...normalizer.end()];
}

function opaque(block: object, more: object = {}): object {
  return {
    type: 'opaque',
    content: { type: 'opaque', provider: 'anthropic', data: { block, ...more } },
  };
}

/** Deltas of the same kind in one. */
function joined(events: readonly ModelEvent[]): readonly object[] {
  const all: ModelEvent[] = [];
  for (const event of events) {
    const last = all.at(-1);
    if (last !== undefined && 'text' in last && 'text' in event && last.type === event.type) {
      all[all.length - 1] = { ...last, text: last.text + event.text };
    } else all.push(event);
  }
  return all;
}
