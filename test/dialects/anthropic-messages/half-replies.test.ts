import assert from 'node:assert/strict';
import type Anthropic from '@anthropic-ai/sdk';
import { ConverserError } from '../../../src/converser/ground/errors.ts';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { createReplyNormalizer } from '../../../src/dialects/anthropic-messages/normalize-reply.ts';
import { calls } from '../../providers/anthropic/replies.ts';
import { invocations, said } from '../../providers/heard.ts';

const start = (content_block: unknown, index = 0) => ({ type: 'content_block_start', index, content_block });
const delta = (piece: unknown, index = 0) => ({ type: 'content_block_delta', index, delta: piece });
const text = (piece: unknown, index = 0) => delta({ type: 'text_delta', text: piece }, index);
const json = (piece: unknown, index = 0) => delta({ type: 'input_json_delta', partial_json: piece }, index);
const stop = (index = 0) => ({ type: 'content_block_stop', index });
const ends = (stop_reason: unknown, usage: unknown = null) => [
  { type: 'message_delta', delta: { stop_reason }, usage },
  { type: 'message_stop' },
];
const use = (input: unknown) => ({ type: 'tool_use', id: 't', name: 'look', input });

/** What servers leave out of blocks, and what is read of them. */
const blocks: Readonly<Record<string, readonly [sent: readonly object[], expected: string]>> = {
  'text without a start': [[text('Hel'), text('lo')], 'Hello'],
  'text after its stop': [[start({ type: 'text', text: '' }), text('Hel'), stop(), text('lo')], 'Hello'],
  'text in the start only': [[start({ type: 'text', text: 'Hello' }), stop()], 'Hello'],
  'a start without a block': [[start(null), text('Hello'), stop()], 'Hello'],
  'thoughts without a start': [
    [delta({ type: 'thinking_delta', thinking: 'Hm' }), text('Hello', 1)],
    '(Hm)Hello',
  ],
  'a signature without a start': [
    [delta({ type: 'signature_delta', signature: 's' }), text('Hello', 1)],
    'Hello',
  ],
  'text that is null': [[start({ type: 'text', text: null }), text(null), text('Hello')], 'Hello'],
  'a delta that is null': [[start({ type: 'text' }), delta(null), text('Hello'), stop()], 'Hello'],
  'thoughts and arguments that are null': [
    [
      start({ type: 'thinking' }),
      delta({ type: 'thinking_delta', thinking: null }),
      json(null),
      text('Hello', 1),
    ],
    'Hello',
  ],
  'no indexes': [
    [start({ type: 'text' }), text('Hello'), stop(), start(use({ at: 1 })), stop()],
    'Hello look{"at":1}',
  ],
  'a call without a stop': [[start(use(null)), json('{"at"'), json(':1}')], ' look{"at":1}'],
  'input as text in the start': [[start(use('{"at":1}')), stop()], ' look{"at":1}'],
  'data of thoughts that is null': [
    [start({ type: 'redacted_thinking', data: null }), stop(), text('Hello', 1)],
    'Hello',
  ],
  'input that is null': [[start(use(null)), json(null), stop()], ' look{}'],
};

describe('a block in Anthropic Messages of which a server sends', () => {
  for (const [what, [sent, expected]] of Object.entries(blocks))
    for (const fragments of [false, true])
      it(`${what} is read${fragments ? ', in fragments' : ''}`, () => {
        const strip = ({ index: _index, ...event }: { readonly index?: number }) => event;
        const all = what === 'no indexes' ? sent.map(strip) : sent;
        const events = normalize([...all, ...ends('end_turn')], fragments);
        const thought = events.flatMap(event => (event.type === 'reasoning-delta' ? event.text : []));
        const called = invocations(events).map(([name, args]) => ` ${name}${JSON.stringify(args)}`);
        assert.equal([...thought.map(each => `(${each})`), said(events), ...called].join(''), expected);
        assert.equal(events.at(-1)?.type, 'finish');
      });

  for (const [what, sent] of Object.entries({
    'a call without its start': [json('{"at":1}'), stop()],
    'a call without a name': [start({ ...use({}), name: null }), stop()],
    'a call with an empty name, and no stop': [start({ ...use({}), name: '' })],
  }))
    it(`${what} is a failure that may be gone with the next request`, () => {
      const isToldSo = (thrown: unknown) =>
        thrown instanceof ConverserError && thrown.retryable && /without the name/.test(thrown.message);
      assert.throws(() => normalize([...sent, ...ends('tool_use')]), isToldSo);
    });
});

const reasons: Readonly<Record<string, readonly unknown[]>> = {
  invocations: ['tool_use', 'end_turn', 'stop', 'tool_calls', 'compaction'],
  length: ['max_tokens', 'length', 'MAX_TOKENS', 'model_context_window_exceeded'],
  refusal: ['refusal', 'content_filter', 'SAFETY', 'sensitive'],
  'model-server-failed': [
    'network_error',
    'abort',
    'insufficient_system_resource',
    'error',
    'of_tomorrow',
    7,
  ],
  'model-unreachable': [null, undefined, ''],
};

describe('a stop reason in Anthropic Messages', () => {
  for (const [expected, all] of Object.entries(reasons))
    for (const reason of all)
      it(`such as ${JSON.stringify(reason)} means ${expected}`, () => {
        const last = normalize([...calls(['look', {}]).slice(0, -2), ...ends(reason)]).at(-1);
        if (last?.type === 'finish') return assert.equal(last.reason, expected);
        assert.ok(last?.type === 'failure' && last.error.retryable);
        assert.equal(last.error.code, expected);
      });
});

type Told = readonly [start: object, end: object | null, expected: object];

const figures: Readonly<Record<string, Told>> = {
  'zeros after figures': [
    { input_tokens: 1000, cache_read_input_tokens: 500, cache_creation_input_tokens: 20 },
    { input_tokens: 0, cache_read_input_tokens: 0, cache_creation_input_tokens: 0, output_tokens: 7 },
    { input: 1520, output: 7, cached: 500, written: 20 },
  ],
  'zeros within figures': [
    { input_tokens: 9, cache_creation_input_tokens: 5, cache_creation: { ephemeral_1h_input_tokens: 5 } },
    { output_tokens: 7, cache_creation: { ephemeral_1h_input_tokens: 0, ephemeral_5m_input_tokens: 0 } },
    { input: 14, output: 7, written: 5, writtenForHour: 5 },
  ],
  'a last zero of output': [
    { input_tokens: 9, output_tokens: 4 },
    { output_tokens: 0 },
    { input: 9, output: 4 },
  ],
  'figures only at the end': [
    { input_tokens: 0, output_tokens: 0 },
    { input_tokens: 9, output_tokens: 7, cache_read_input_tokens: 3 },
    { input: 12, output: 7, cached: 3 },
  ],
  'no figure of its input': [{ input_tokens: 0, output_tokens: 1 }, { output_tokens: 7 }, { output: 7 }],
  'the names of Chat Completions': [
    { input_tokens: 0 },
    { prompt_tokens: 12, completion_tokens: 7, prompt_tokens_details: { cached_tokens: 3 } },
    { input: 12, output: 7, cached: 3 },
  ],
  'the names of Responses': [
    {},
    { input_tokens: 12, output_tokens: 7, input_tokens_details: { cached_tokens: 3 } },
    { input: 12, output: 7, cached: 3 },
  ],
  'nothing at its end': [{ input_tokens: 9, output_tokens: 1 }, null, { input: 9, output: 1 }],
};

describe('a server of Anthropic Messages that tells of tokens', () => {
  for (const [what, [atStart, atEnd, expected]] of Object.entries(figures))
    it(`${what} is read`, () => {
      const begins = { type: 'message_start', message: { usage: atStart } };
      const events = normalize([
        begins,
        start({ type: 'text' }),
        text('Hi'),
        stop(),
        ...ends('end_turn', atEnd),
      ]);
      assert.deepEqual(events.at(-2), { type: 'usage', usage: expected });
    });
});

function normalize(streamed: readonly object[], fragments = false): readonly ModelEvent[] {
  const { push, end } = createReplyNormalizer({ label: 'Claude', fragments });
  return [...streamed.flatMap(event => push(event as Anthropic.RawMessageStreamEvent)), ...end()];
}
