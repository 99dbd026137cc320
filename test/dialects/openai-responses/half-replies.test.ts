import assert from 'node:assert/strict';
import type { ResponseStreamEvent } from 'openai/resources/responses/responses';
import { isJsonObject, type JsonObject } from '../../../src/converser/ground/json/json.ts';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { nativizeReply } from '../../../src/dialects/openai-responses/nativize-reply.ts';
import { createReplyNormalizer } from '../../../src/dialects/openai-responses/normalize-reply.ts';
import { invocations, said } from '../../providers/heard.ts';
import { replyHead, streamOf } from '../carried.ts';

const whole: readonly ModelEvent[] = [
  { type: 'text-delta', text: 'I look ' },
  { type: 'text-delta', text: 'at both.' },
  { type: 'invocation-delta', call: 0, name: 'look', text: '{"at":' },
  { type: 'invocation-delta', call: 0, name: 'look', text: '"it"}' },
  { type: 'invocation', call: 0, name: 'look', arguments: { at: 'it' } },
  { type: 'invocation', name: 'look', arguments: { at: 'that' } },
  { type: 'text-delta', text: 'And roll.' },
  { type: 'invocation', name: 'roll', arguments: { dice: 6 } },
  { type: 'finish', reason: 'invocations' },
];

type Change = (event: JsonObject, at: number) => readonly object[];

const without =
  (types: RegExp): Change =>
  event =>
    types.test(String(event.type)) ? [] : [event];
const only =
  (types: RegExp): Change =>
  event =>
    types.test(String(event.type)) ? [event] : [];

/** Changes items where they begin and end, and in the whole response. */
const items =
  (change: (item: JsonObject, at: number) => object): Change =>
  (event, at) => {
    if (isJsonObject(event.item)) return [{ ...event, item: change(event.item, at) }];
    return isJsonObject(event.response) ? response(each => [...each.map(change)])(event, at) : [event];
  };
const response =
  (change: (output: readonly JsonObject[]) => readonly object[]): Change =>
  event => {
    if (!isJsonObject(event.response) || !Array.isArray(event.response.output)) return [event];
    return [
      { ...event, response: { ...event.response, output: change(event.response.output as JsonObject[]) } },
    ];
  };
const isOf = (item: JsonObject, type: string, fields: object) =>
  item.type === type ? { ...item, ...fields } : item;
const unlisted = response(() => []);
const noTexts = items(item => isOf(item, 'message', { content: [] }));

/** What servers leave out, repeat or change in the events of a reply. */
const servers: Readonly<Record<string, readonly Change[]>> = {
  everything: [],
  'deltas only': [without(/\.done$/), unlisted],
  'deltas, and `{}` where calls end': [
    items(item => isOf(item, 'function_call', { arguments: '{}' })),
    without(/arguments\.done$/),
  ],
  'deltas, and calls without arguments': [
    items(({ arguments: _args, ...item }) => item),
    without(/arguments\.done$/),
  ],
  'texts and arguments that are done': [without(/\.delta$|(?:item|part)\.done$/), unlisted],
  'parts that are done': [without(/text\.(?:delta|done)$/), noTexts],
  'items that are done': [only(/item\.done$|completed$/), unlisted],
  'the whole response only': [only(/completed$/)],
  'no beginning of items': [without(/added$/)],
  'items numbered anew in the whole response': [
    response(all => [
      { type: 'reasoning', id: 'r', summary: [] },
      ...all.map((each, at) => ({ ...each, id: `new-${at}` })),
    ]),
  ],
  'another id in each event': [
    (event, at) => ['item_id' in event ? { ...event, item_id: `id-${at}` } : event],
    items((item, at) => ({ ...item, id: `item-${at}` })),
  ],
  'one index for all items': [event => ['output_index' in event ? { ...event, output_index: 0 } : event]],
  'neither ids nor indexes': [
    ({ item_id: _id, output_index: _at, content_index: _part, ...event }) => [event],
    items(({ id: _id, ...item }) => item),
  ],
  'each item twice': [event => ('item' in event ? [event, event] : [event])],
  'arguments as objects': [
    without(/arguments/),
    items(item => isOf(item, 'function_call', { arguments: JSON.parse(String(item.arguments || '{}')) })),
  ],
  'thoughts as parts': [
    event =>
      event.type === 'response.content_part.done'
        ? [{ ...event, part: { type: 'reasoning_text', text: 'Hm.' } }]
        : [event],
  ],
  'a text in place of parts': [
    without(/text\.|part\./),
    items(item => isOf(item, 'message', { content: Object(item.content)[0]?.text })),
  ],
  '`null` where nothing is new': [
    event => ('delta' in event ? [{ ...event, delta: null }, event] : [event]),
    event => [event, { ...event, type: 'response.output_item.done', item: null }, { ...event, type: null }],
  ],
};

describe('a reply of which a server of Responses sends', () => {
  for (const [what, changes] of Object.entries(servers))
    for (const fragments of [false, true])
      it(`${what} is read as a whole${fragments ? ', in fragments' : ''}`, async () => {
        const stream: readonly object[] = await Array.fromAsync(nativizeReply(streamOf(whole), replyHead()));
        const sent = changes.reduce(
          (events, change) => events.flatMap((event, at) => change(event as JsonObject, at)),
          stream,
        );
        const events = normalize(sent, fragments);
        assert.equal(said(events), 'I look at both.And roll.');
        assert.deepEqual(invocations(events), invocations(whole));
        assert.deepEqual(events.at(-1), { type: 'finish', reason: 'invocations' });
        for (const event of events)
          if (event.type === 'invocation' && event.call !== undefined)
            assert.deepEqual(JSON.parse(fragmentsOf(events, event.call)), event.arguments);
      });
});

const text = { type: 'response.output_text.delta', item_id: 'm', delta: 'Half' };
const call = { type: 'function_call', id: 'f', call_id: 'c', name: 'look', arguments: '{"at":"it"}' };
const done = { type: 'response.output_item.done', item: call };
const ended = (response: object, type = 'completed') => ({ type: `response.${type}`, response });

/** The last event of a reply: why it finished, or the code of its failure and whether it may be asked again. */
const ends: Readonly<Record<string, readonly [reply: readonly object[], end: string]>> = {
  'completed, with a status that nobody knows': [
    [text, done, ended({ status: 'frozen' })],
    'model-server-failed again',
  ],
  'completed, with an error of nothing': [[text, ended({ error: { code: null, message: '' } })], 'stop'],
  'completed, but failed': [[text, ended({ status: 'failed' })], 'model-server-failed again'],
  'completed, but cancelled': [
    [text, ended({ status: 'cancelled', error: null })],
    'model-server-failed again',
  ],
  'completed, but incomplete': [[text, ended({ status: 'incomplete' })], 'length'],
  'completed, but filtered': [
    [text, ended({ status: 'incomplete', incomplete_details: { reason: 'content_filter' } })],
    'refusal',
  ],
  'completed, with the status from its beginning': [[text, ended({ status: 'in_progress' })], 'stop'],
  'done, but only queued': [[ended({ status: 'queued', output: [] }, 'done')], 'model-server-failed again'],
  'incomplete, without a reason': [[text, ended({}, 'incomplete')], 'length'],
  'incomplete, because the network failed': [
    [text, ended({ incomplete_details: { reason: 'network_error' } }, 'incomplete')],
    'model-server-failed again',
  ],
  cancelled: [[text, ended({}, 'cancelled')], 'model-server-failed again'],
  'failed, without an error': [[text, ended({}, 'failed')], 'model-server-failed again'],
  'incomplete, with a call in the middle': [
    [ended({ status: 'incomplete', output: [{ ...call, arguments: '{"at"' }] })],
    'length',
  ],
  'completed, with a call of nothing': [
    [{ type: 'response.function_call_arguments.delta', item_id: 'f', delta: '{}' }, ended({})],
    'model-server-failed again',
  ],
  'not there': [[text, done], 'model-unreachable again'],
};

describe('the end of a reply in Responses that is', () => {
  for (const [what, [reply, expected]] of Object.entries(ends))
    it(`${what} is ${expected}`, () => {
      const read = () => normalize(reply);
      if (what.endsWith('call of nothing')) return assert.throws(read, /without the name of a tool/);
      const last = read().at(-1);
      const failure = last?.type === 'failure' && `${last.error.code}${last.error.retryable ? ' again' : ''}`;
      assert.equal(last?.type === 'finish' ? last.reason : failure, expected);
      if (expected === 'length') assert.deepEqual(invocations(read()), []);
    });

  it('marked in the way of Chat Completions is an end, unless a call is cut off', () => {
    const cut = { type: 'response.output_item.added', item: { ...call, arguments: '{"at"' } };
    assert.deepEqual(normalize([text, done], false, true).at(-1), { type: 'finish', reason: 'invocations' });
    for (const reply of [[], [text, cut]])
      assert.equal(normalize(reply, false, true).at(-1)?.type, 'failure');
  });

  it('counts what was used under any name, and no zeros', () => {
    for (const usage of [
      { prompt_tokens: 9, completion_tokens: 4 },
      { input_tokens: 9, output_tokens: 4, input_tokens_details: null },
      { input_tokens: 0, prompt_tokens: 9, output_tokens: 4 },
    ])
      assert.deepEqual(normalize([text, ended({ usage })]).at(-2), {
        type: 'usage',
        usage: { input: 9, output: 4 },
      });
    const zeros = { input_tokens: 0, output_tokens: 4, total_tokens: 4 };
    assert.deepEqual(normalize([text, ended({ usage: zeros })]).at(-2), {
      type: 'usage',
      usage: { output: 4 },
    });
  });
});

function normalize(streamed: readonly object[], fragments = false, isMarked = false): readonly ModelEvent[] {
  const { read, end } = createReplyNormalizer({ provider: 'test', label: 'Test', fragments });
  return [...streamed.flatMap(event => read(event as ResponseStreamEvent)), ...end(isMarked)];
}

function fragmentsOf(events: readonly ModelEvent[], call: number): string {
  return events
    .map(event => (event.type === 'invocation-delta' && event.call === call ? event.text : ''))
    .join('');
}
