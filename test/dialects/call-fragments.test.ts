import assert from 'node:assert/strict';
import fc from 'fast-check';
import type { ChatCompletionChunk } from 'openai/resources/chat/completions';
import type { ModelEvent } from '../../src/converser/words/models/provider.ts';
import { createCallFragments } from '../../src/dialects/call-fragments.ts';
import { createReplyNormalizer as fromChat } from '../../src/dialects/openai-chat/normalize-reply.ts';
import { nativizeReply as responsesReply } from '../../src/dialects/openai-responses/nativize-reply.ts';
import { invocations, said } from '../providers/heard.ts';
import { replyHead, replyWires, streamOf } from './carried.ts';

type Events = readonly ModelEvent[];

const reader = { provider: 'maker', label: 'Test', fragments: true };

const args = fc.dictionary(fc.string(), fc.oneof(fc.integer(), fc.string({ unit: 'grapheme' })), {
  noNullPrototype: true,
});
/** A call, and where its JSON is cut. */
const call = fc.tuple(fc.constantFrom('look', 'roll'), args, fc.integer({ min: 1, max: 9 }));
const text = fc.string({ unit: 'grapheme', minLength: 1 });
const reply = fc.array(fc.oneof(text, call), { maxLength: 6 }).map((parts): Events => {
  let number = 0;
  const events = parts.flatMap((part): Events => {
    if (typeof part === 'string') return [{ type: 'text-delta', text: part }];
    const [name, given, size] = part;
    const written = JSON.stringify(given);
    const characters = [...written];
    const pieces = Array.from({ length: Math.ceil(characters.length / size) }, (_, at) =>
      characters.slice(at * size, at * size + size).join(''),
    );
    const own = number++;
    return [
      ...pieces.map(piece => ({ type: 'invocation-delta', call: own, name, text: piece }) as const),
      { type: 'invocation', name, arguments: JSON.parse(written), call: own },
    ];
  });
  return [...events, { type: 'finish', reason: number > 0 ? 'invocations' : 'stop' }];
});

describe('Arguments that a model is writing', () => {
  for (const [from, carry] of Object.entries(replyWires)) {
    for (const [to, carryOn] of Object.entries(replyWires)) {
      it(`pass from ${from} to ${to} piece by piece`, async () => {
        await fc.assert(
          fc.asyncProperty(reply, async events => {
            const read = await carryOn(await carry(events, reader), reader);
            assert.deepEqual(summaryOf(read), summaryOf(events));
            assertUndivided(read);
          }),
          { numRuns: 60 },
        );
      });
    }
  }

  it('are passed on one call after the other where a server mixes them', () => {
    const normalizer = fromChat(reader);
    const events = [
      chunk({ index: 0, id: 'a', function: { name: 'look', arguments: '{"at"' } }),
      chunk({ index: 1, id: 'b', function: { name: 'roll', arguments: '{"di' } }),
      chunk(undefined, 'Now.'),
      chunk({ index: 0, function: { arguments: ': 1}' } }),
      chunk({ index: 1, function: { arguments: 'ce": 6}' } }),
      chunk(undefined, undefined, 'tool_calls'),
    ].flatMap(each => normalizer.read(each));
    const all = [...events, ...normalizer.end()];
    assert.deepEqual(
      events.filter(({ type }) => type === 'invocation-delta'),
      ['{"at"', ': 1}'].map(piece => ({ type: 'invocation-delta', call: 0, name: 'look', text: piece })),
    );
    assert.deepEqual(all.slice(-4), [
      { type: 'text-delta', text: 'Now.' },
      { type: 'invocation', name: 'look', arguments: { at: 1 }, call: 0 },
      { type: 'invocation', name: 'roll', arguments: { dice: 6 } },
      { type: 'finish', reason: 'invocations' },
    ]);
  });

  it('begin as soon as the call before is complete', () => {
    const normalizer = fromChat(reader);
    normalizer.read(chunk({ index: 0, id: 'a', function: { name: 'look', arguments: '{"at": 1}' } }));
    assert.deepEqual(
      normalizer.read(chunk({ index: 1, id: 'b', function: { name: 'roll', arguments: '{"di' } })),
      [
        // It came whole, and might have been replaced.
        { type: 'invocation-delta', call: 0, name: 'look', text: '{"at": 1}' },
        { type: 'invocation-delta', call: 1, name: 'roll', text: '{"di' },
      ],
    );
  });

  it('leave no half of a character, and nothing of blank arguments', () => {
    const fragments = createCallFragments();
    fragments.begin('a', 'look');
    assert.deepEqual(fragments.add('a', ' \n'), []);
    assert.deepEqual(fragments.callOf('a'), {});
    const passed = ['"\ud83d', '\ude00"'].flatMap(piece => fragments.add('a', piece));
    assert.deepEqual(
      passed.map(event => (event.type === 'invocation-delta' ? event.text : '')),
      ['"', '😀"'],
    );
  });

  it('are not passed on unless somebody wants them', () => {
    const normalizer = fromChat({ provider: 'maker', label: 'Test' });
    const piece = { index: 0, id: 'a', function: { name: 'look', arguments: '{}' } };
    assert.deepEqual(normalizer.read(chunk(piece)), []);
    assert.deepEqual(normalizer.end().length, 1);
  });

  it('are one text, once they are complete, for a client of Responses whose tool takes a text', async () => {
    const options = {
      ...replyHead(),
      clientTools: new Map([['note', { name: 'note', isCustom: true } as const]]),
    };
    const events: Events = [
      { type: 'invocation-delta', call: 0, name: 'note', text: '{"input":' },
      { type: 'invocation-delta', call: 0, name: 'note', text: '"Milk"}' },
      { type: 'invocation', call: 0, name: 'note', arguments: { input: 'Milk' } },
      { type: 'invocation-delta', call: 1, name: 'look', text: '{}' },
      { type: 'invocation', call: 1, name: 'look', arguments: {} },
      { type: 'invocation', name: 'roll', arguments: { dice: 6 } },
      { type: 'finish', reason: 'invocations' },
    ];
    const sent = await Array.fromAsync(responsesReply(streamOf(events), options));
    const items = sent.flatMap(each =>
      each.type === 'response.output_item.done' ? [Object(each.item)] : [],
    );
    assert.deepEqual(
      items.map(({ type, name, input, arguments: args }) => [type, name, input ?? args]),
      [
        ['custom_tool_call', 'note', 'Milk'],
        ['function_call', 'look', '{}'],
        ['function_call', 'roll', '{"dice":6}'],
      ],
    );
  });

  it('are an incomplete call for a client of Responses if they are cut off', async () => {
    const sent = await Array.fromAsync(
      responsesReply(
        streamOf([
          { type: 'invocation-delta', call: 0, name: 'look', text: '{"at' },
          { type: 'finish', reason: 'length' },
        ]),
        replyHead(),
      ),
    );
    const item = sent.find(({ type }) => type === 'response.output_item.done')?.item;
    assert.equal(Object(item).status, 'incomplete');
    assert.equal(Object(item).arguments, '{"at');
  });
});

/** What was said and called, and in how many pieces. */
function summaryOf(events: Events) {
  const joined = new Map<number, string[]>();
  for (const event of events) {
    if (event.type !== 'invocation-delta') continue;
    joined.set(event.call, [...(joined.get(event.call) ?? []), event.text]);
  }
  return {
    said: said(events),
    calls: invocations(events),
    pieces: [...joined.values()].map(pieces => pieces.join('')),
    counts: [...joined.values()].map(({ length }) => Math.min(2, length)),
  };
}

/** Nothing comes between two pieces of one call. */
function assertUndivided(events: Events): void {
  const numbers = events.map(event => (event.type === 'invocation-delta' ? event.call : undefined));
  for (const each of new Set(numbers)) {
    if (each === undefined) continue;
    const own = numbers.slice(numbers.indexOf(each), numbers.lastIndexOf(each) + 1);
    assert.ok(
      own.every(number => number === each),
      JSON.stringify(events),
    );
  }
}

function chunk(call?: object, content?: string, reason: string | null = null): ChatCompletionChunk {
  const delta = { ...(call && { tool_calls: [call] }), ...(content && { content }) };
  return { choices: [{ index: 0, delta, finish_reason: reason }] } as unknown as ChatCompletionChunk;
}
