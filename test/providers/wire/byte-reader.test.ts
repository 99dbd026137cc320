import assert from 'node:assert/strict';
import { bodyOf, readerOf, readThrough } from '../../../src/providers/wire/byte-reader.ts';

const bytes = (text: string) => new TextEncoder().encode(text);

function readerOfPieces(...pieces: readonly string[]) {
  const left = [...pieces];
  const cancelled: unknown[] = [];
  return {
    cancelled,
    get left() {
      return left.length;
    },
    async read(): Promise<ReadableStreamReadResult<Uint8Array>> {
      const piece = left.shift();
      return piece === undefined ? { value: undefined, done: true } : { value: bytes(piece), done: false };
    },
    cancel: async (reason?: unknown) => void cancelled.push(reason),
  };
}

describe('a body made of a reader', () => {
  it('has what it reads, and reads on demand only', async () => {
    const reader = readerOfPieces('a', 'b');
    const body = bodyOf(reader);
    await Promise.resolve();
    assert.equal(reader.left, 2);
    assert.equal(await new Response(body).text(), 'ab');
  });

  it('gives the reader back, through a response, too, and to one reader only', () => {
    const reader = readerOfPieces('a');
    const { body } = new Response(bodyOf(reader));
    assert.ok(body);
    assert.equal(readerOf(body), reader);
    assert.throws(() => readerOf(body), TypeError);
  });

  it('is cancelled with it', async () => {
    const reader = readerOfPieces('a');
    await bodyOf(reader).cancel('enough');
    assert.deepEqual(reader.cancelled, ['enough']);
  });
});

describe('the reader of another body', () => {
  it('is its own', async () => {
    const { body } = new Response('text');
    assert.ok(body);
    assert.deepEqual(await readerOf(body).read(), { value: bytes('text'), done: false });
  });

  it('is the one that it is to be read through, the last one outermost', async () => {
    const { body } = new Response('a');
    assert.ok(body);
    for (const mark of ['b', 'c']) {
      readThrough(body, reader => ({
        async read() {
          const { value = bytes('') } = await reader.read();
          return { value: bytes(new TextDecoder().decode(value) + mark), done: false };
        },
        cancel: reason => reader.cancel(reason),
      }));
    }
    assert.deepEqual(await readerOf(body).read(), { value: bytes('abc'), done: false });
  });
});
