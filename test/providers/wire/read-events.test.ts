import assert from 'node:assert/strict';
import fc from 'fast-check';
import { flowOfBody } from '../../../src/converser/ground/async/flow-of-body.ts';
import {
  type ReadEventsOptions,
  readEvents as readFrom,
  type ServerEvent,
} from '../../../src/providers/wire/read-events.ts';

const label = 'M';
const readEvents = (body: ReadableStream<Uint8Array>, options: ReadEventsOptions) =>
  readFrom(flowOfBody(body), options).groups;

describe('a stream of server-sent events', () => {
  it('has the same events, however it is cut into pieces', async () => {
    const text =
      'event: start\ndata: {"a":"ä€😀"}\n\n: comment\r\n\r\ndata: one\r\ndata: two\r\n\r\nid: 7\rdata:three\r\rdata\n\n';
    const whole: readonly ServerEvent[] = [
      { name: 'start', data: '{"a":"ä€😀"}' },
      { name: '', data: 'one\ntwo' },
      { name: '', data: 'three' },
    ];
    const bytes = new TextEncoder().encode(text);
    await fc.assert(
      fc.asyncProperty(fc.array(fc.integer({ min: 1, max: 9 }), { minLength: 1 }), async sizes => {
        assert.deepEqual(await all(inPieces(bytes, sizes)), whole);
      }),
    );
  });

  for (const end of ['\n', '\r\n', '\r'])
    it(`has events that only ${JSON.stringify(end)} parts, however it is cut into pieces`, async () => {
      const lines = [
        'data: {"a":1}',
        'data:{"b":2}',
        'event: c',
        'id: 7',
        'data: {"c":',
        'data: {"d":{}',
        'data: }}',
      ];
      const whole: readonly ServerEvent[] = [
        { name: '', data: '{"a":1}' },
        { name: '', data: '{"b":2}' },
        { name: 'c', data: '{"c":\n{"d":{}\n}}' },
        { name: '', data: '[DONE]' },
      ];
      const bytes = new TextEncoder().encode([...lines, 'data: [DONE]'].join(end));
      for (let size = 1; size <= bytes.length; size++)
        assert.deepEqual(await all(inPieces(bytes, [size])), whole, String(size));
    });

  it('hands an event on as soon as the next one begins, whatever parts them', async () => {
    const { promise: never } = Promise.withResolvers<void>();
    const open = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(new TextEncoder().encode('data: {"a":1}\ndata: {"b"')),
      pull: () => never,
    });
    for await (const events of readEvents(open, { label })) {
      assert.deepEqual(events, [{ name: '', data: '{"a":1}' }]);
      break;
    }
  });

  it('passes over signs of life, but over no error', async () => {
    const signs = ['data:', 'data', 'data: ping', 'data: "keep-alive"', 'data: null', 'data: 1764320000'];
    const named = [
      'event: ping\ndata: {"type":"ping"}',
      'event: keepalive\ndata: {"at":1}',
      'event: heartbeat\ndata',
    ];
    assert.deepEqual(await all(stream([...signs, ...named].map(sign => `${sign}\n\n`))), []);
    assert.deepEqual(await all(stream(['event: error\ndata: null\n\n', 'data: pinging…\n\n'])), [
      { name: 'error', data: 'null' },
      { name: '', data: 'pinging…' },
    ]);
  });

  it('has an event at its end that is not followed by an empty line', async () => {
    assert.deepEqual(await all(stream(['data: a\n\ndata: b'])), [
      { name: '', data: 'a' },
      { name: '', data: 'b' },
    ]);
  });

  it('ignores one space after the colon', async () => {
    assert.deepEqual(await all(stream(['data:  a \n\n'])), [{ name: '', data: ' a ' }]);
  });

  it('forgets the name of an event without data', async () => {
    assert.deepEqual(await all(stream(['event: ping\n\ndata: a\n\n'])), [{ name: '', data: 'a' }]);
  });

  it('is closed if the reader stops', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const endless = new ReadableStream<Uint8Array>({
      pull: controller => controller.enqueue(new TextEncoder().encode('data: a\n\n')),
      cancel: () => resolve(),
    });
    for await (const _events of readEvents(endless, { label })) break;
    await closed;
  });

  it('is read to its end, and not closed, after the last event', async () => {
    const { promise: read, resolve } = Promise.withResolvers<void>();
    const pieces = ['data: a\n\ndata: last\n\ndata: b\n\n', ': goodbye\n\n'];
    const whole = new ReadableStream<Uint8Array>(
      {
        pull(controller) {
          const piece = pieces.shift();
          if (piece !== undefined) return controller.enqueue(new TextEncoder().encode(piece));
          controller.close();
          resolve();
        },
        cancel: () => assert.fail('It was closed.'),
      },
      { highWaterMark: 0 },
    );
    const events = await Array.fromAsync(readEvents(whole, { label, isLast: ({ data }) => data === 'last' }));
    assert.deepEqual(events, [
      [
        { name: '', data: 'a' },
        { name: '', data: 'last' },
      ],
    ]);
    await read;
  });

  it('is closed if a server keeps it open after the last event', async () => {
    const { promise: closed, resolve } = Promise.withResolvers<void>();
    const open = new ReadableStream<Uint8Array>({
      start: controller => controller.enqueue(new TextEncoder().encode('data: last\n\n')),
      cancel: () => resolve(),
    });
    const events = await Array.fromAsync(readEvents(open, { label, isLast: ({ data }) => data === 'last' }));
    assert.deepEqual(events, [[{ name: '', data: 'last' }]]);
    await closed;
  });

  it('fails with the error of its connection', async () => {
    const broken = new ReadableStream<Uint8Array>({
      start: controller => controller.error(new Error('reset')),
    });
    await assert.rejects(all(broken), /reset/);
  });
});

async function all(body: ReadableStream<Uint8Array>): Promise<readonly ServerEvent[]> {
  return (await Array.fromAsync(readEvents(body, { label }))).flat();
}

function stream(pieces: readonly string[]): ReadableStream<Uint8Array> {
  return streamOf(pieces.map(piece => new TextEncoder().encode(piece)));
}

function inPieces(bytes: Uint8Array, sizes: readonly number[]): ReadableStream<Uint8Array> {
  const pieces: Uint8Array[] = [];
  for (let at = 0, turn = 0; at < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1;
    pieces.push(bytes.slice(at, at + size));
    at += size;
  }
  return streamOf(pieces);
}

function streamOf(pieces: readonly Uint8Array[]): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(controller) {
      for (const piece of pieces) controller.enqueue(piece);
      controller.close();
    },
  });
}
