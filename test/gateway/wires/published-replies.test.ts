import assert from 'node:assert/strict';
import type { ValidateFunction } from 'ajv';
import fc from 'fast-check';
import { isJsonObject } from '../../../src/converser/ground/json/json.ts';
import type { ModelEvent } from '../../../src/converser/words/models/provider.ts';
import { chatWire } from '../../../src/gateway/wires/chat-wire.ts';
import { messagesWire } from '../../../src/gateway/wires/messages-wire.ts';
import { createResponsesWire } from '../../../src/gateway/wires/responses-wire.ts';
import type { Wire } from '../../../src/gateway/wires/wire.ts';
import { publishedSchemas } from '../../published-schemas.ts';

const messages = [{ role: 'user', content: 'Hello' }];
const custom = { type: 'custom', name: 'patch' };

/** Each wire, a request on it, and the types of its items and of a whole reply. */
const wires = [
  {
    wire: messagesWire,
    body: { model: 'm', max_tokens: 10, messages },
    item: 'PublishedMessageEvent',
    whole: 'PublishedMessage',
  },
  {
    wire: chatWire,
    body: { model: 'm', messages, tools: [{ type: 'custom', custom: { name: 'patch' } }] },
    item: 'PublishedChunk',
    whole: 'PublishedCompletion',
  },
  {
    wire: createResponsesWire(),
    body: {
      model: 'm',
      input: 'Hello',
      reasoning: { summary: 'auto' },
      include: ['reasoning.encrypted_content'],
      tools: [custom, { type: 'namespace', name: 'n', description: '', tools: [custom] }],
    },
    item: 'PublishedResponseEvent',
    whole: 'PublishedResponse',
  },
] as const;

const words = fc.string({ unit: 'grapheme', minLength: 1, maxLength: 8 });
const tool = fc.constantFrom('look', 'patch', 'n__patch');
const args = fc.oneof(fc.dictionary(fc.string(), fc.integer(), { noNullPrototype: true }), fc.string());
const said: fc.Arbitrary<ModelEvent> = fc.oneof(
  words.map(text => ({ type: 'text-delta', text }) as const),
  words.map(text => ({ type: 'reasoning-delta', text }) as const),
  fc.tuple(tool, args).map(([name, given]) => ({ type: 'invocation', name, arguments: given }) as const),
  fc
    .tuple(fc.nat(2), tool, words)
    .map(([call, name, text]) => ({ type: 'invocation-delta', call, name, text }) as const),
  fc
    .tuple(fc.nat(2), tool)
    .map(([call, name]) => ({ type: 'invocation', name, arguments: {}, call }) as const),
  fc.constant({
    type: 'opaque',
    content: {
      type: 'opaque',
      provider: 'anthropic',
      data: { block: { type: 'thinking', thinking: 'x', signature: 's' } },
    },
  } as const),
  fc.nat(100).map(input => ({ type: 'usage', usage: { input, output: 3, reasoning: 1 } }) as const),
);
const reply = fc
  .tuple(fc.array(said, { maxLength: 8 }), fc.constantFrom('stop', 'length', 'refusal', 'invocations'))
  .map(([events, reason]): readonly ModelEvent[] => [...events, { type: 'finish', reason }]);

describe('replies fit the types that the vendors publish:', () => {
  let schemas: Readonly<Record<string, ValidateFunction>>;

  before(async () => {
    const names = wires.flatMap(({ item, whole }) => [item, whole]);
    const module = new URL('published-replies.ts', import.meta.url);
    // Clients leave out fields that they do not know; what they know has to be right.
    schemas = await publishedSchemas(module, names, { additionalProperties: true });
  });

  for (const { wire, body, item, whole } of wires) {
    it(`those of ${wire.path}, whatever a model says`, async () => {
      const { [item]: isItem, [whole]: isWhole } = schemas;
      assert.ok(isItem !== undefined && isWhole !== undefined);
      await fc.assert(
        fc.asyncProperty(reply, async events => {
          for (const sent of await itemsOf(wire, { ...body, stream: true }, events))
            assert.ok(isItem(sent), told(isItem, sent));
          const one = await wholeOf(wire, body, events);
          assert.ok(isWhole(one), told(isWhole, one));
          for (const key of ['id', 'model']) assert.ok(!isWhole({ ...one, [key]: 5 }), key);
        }),
        { numRuns: 30 },
      );
    });
  }
});

function exchangeOf(wire: Wire, body: object, events: readonly ModelEvent[]) {
  const asked = { timestamp: '2026-01-01T00:00:00.000Z', headers: new Map(), client: 'a test' };
  const exchange = wire.read(body, asked);
  let count = 0;
  const next = (prefix: string) => `${prefix}-${count++}`;
  const { reply, call } = wire.idPrefixes;
  const { model } = exchange.request;
  const names = { id: next(reply), model, created: 0, nextCallId: () => next(call) };
  return { exchange, items: exchange.stream(streamOf(events), names) };
}

async function itemsOf(wire: Wire, body: object, events: readonly ModelEvent[]): Promise<readonly unknown[]> {
  const items = await Array.fromAsync(exchangeOf(wire, body, events).items);
  return items.map(asRead);
}

async function wholeOf(wire: Wire, body: object, events: readonly ModelEvent[]): Promise<object> {
  const { exchange, items } = exchangeOf(wire, body, events);
  return asRead(await exchange.whole(items)) as object;
}

/** The SDK itself adds `output_text` to what it reads. */
function asRead(data: unknown): unknown {
  return JSON.parse(JSON.stringify(data), (_key, value) =>
    isJsonObject(value) && value.object === 'response' ? { ...value, output_text: '' } : value,
  );
}

async function* streamOf(events: readonly ModelEvent[]): AsyncGenerator<ModelEvent, void> {
  yield* events;
}

function told({ errors }: ValidateFunction, sent: unknown): string {
  const deepest = errors?.toSorted((a, b) => b.instancePath.length - a.instancePath.length);
  return JSON.stringify([deepest?.slice(0, 5), sent]);
}
