import assert from 'node:assert/strict';
import fc from 'fast-check';
import { type RequestJson, requestJson } from '../../../src/providers/wire/request-json.ts';

describe('the JSON of a request', () => {
  const elements = Array.from({ length: 6 }, (_, id) => ({ id, text: `ä😀"${id}`.repeat(id * 50) }));
  const lists = fc.array(
    fc.record({
      messages: fc.array(fc.constantFrom(...elements), { maxLength: 8 }),
      from: fc.nat({ max: 3 }),
      to: fc.option(fc.nat({ max: 8 }), { nil: undefined }),
      others: fc.constantFrom(
        { model: 'm', stop: undefined },
        {},
        { tools: elements },
        { tools: [], model: 'm' },
      ),
    }),
    { maxLength: 6 },
  );

  it('is the same as a new serialization, whatever the list was before', () => {
    fc.assert(
      fc.property(lists, requests => {
        for (const { messages, from, to, others } of requests) {
          const body = { ...others, messages };
          const where = to === undefined ? { from } : { from, to: Math.max(from, to) };
          const json = requestJson(body, { list: 'messages', ...where });
          assert.deepEqual(JSON.parse(textOf(json)), JSON.parse(JSON.stringify(body)));
          assert.equal(json.length, new TextEncoder().encode(textOf(json)).length);
        }
      }),
    );
  });

  it('is not changed by later requests', () => {
    fc.assert(
      fc.property(lists, requests => {
        const all = requests.map(({ messages }) => requestJson({ messages }, { list: 'messages' }));
        for (const [at, json] of all.entries())
          assert.deepEqual(JSON.parse(textOf(json)).messages, requests[at]?.messages);
      }),
    );
  });

  it('does not serialize the common start of two lists again', () => {
    let times = 0;
    const first = { toJSON: () => ({ times: ++times }) };
    const messages = (...more: readonly object[]) =>
      textOf(requestJson({ messages: [first, ...more] }, { list: 'messages' }));
    messages();
    assert.equal(messages({ b: 2 }, { c: 3 }), '{"messages":[{"times":1},{"b":2},{"c":3}]}');
    assert.equal(messages({ d: 4 }), '{"messages":[{"times":1},{"d":4}]}');
  });

  it('is whole again after an element could not be written', () => {
    const first = { a: 1 };
    const broken = { toJSON: () => assert.fail('It can’t be written.') };
    const json = (...more: readonly object[]) =>
      textOf(requestJson({ messages: [first, ...more] }, { list: 'messages' }));
    json({ b: 'b'.repeat(9_000) });
    assert.throws(() => json({ b: 2 }, { c: 3 }, broken));
    assert.equal(json({ b: 2 }, { c: 3 }), '{"messages":[{"a":1},{"b":2},{"c":3}]}');
  });

  it('does not serialize the same tools again', () => {
    let times = 0;
    const tools = [{ toJSON: () => ({ times: ++times }) }];
    const json = (text: string) => textOf(requestJson({ tools, messages: [{ text }] }, { list: 'messages' }));
    json('a');
    assert.equal(json('b'), '{"messages":[{"text":"b"}],"tools":[{"times":1}]}');
  });

  it('does not serialize messages again after different instructions', () => {
    let times = 0;
    const first = { toJSON: () => ({ times: ++times }) };
    const json = (instructions: string) =>
      textOf(requestJson({ messages: [{ instructions }, first] }, { list: 'messages', from: 1 }));
    json('a');
    assert.equal(json('b'), '{"messages":[{"instructions":"b"},{"times":1}]}');
  });
});

function textOf({ pieces }: RequestJson): string {
  return Buffer.concat(pieces).toString('utf8');
}
