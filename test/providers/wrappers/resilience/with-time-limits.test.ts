import assert from 'node:assert/strict';
import { errors } from '../../../../src/converser/ground/errors.ts';
import { withTimeLimits } from '../../../../src/providers/wrappers/resilience/with-reply-limits.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';

const limits = { firstByte: 60_000, idle: 10_000 };
const silent = { code: 'model-silent', retryable: true };

/** A connection whose other end is in the hands of the test. */
function setUp() {
  const clock = createFakeClock();
  const answered = Promise.withResolvers<Response>();
  const source = Promise.withResolvers<ReadableStreamDefaultController<Uint8Array>>();
  const seen: { signal?: AbortSignal; cancelled?: unknown } = {};
  const body = new ReadableStream<Uint8Array>({
    start: controller => source.resolve(controller),
    cancel: reason => {
      seen.cancelled = reason;
    },
  });
  const connection = withTimeLimits(
    {
      id: 'test',
      label: 'Test',
      key: async () => undefined,
      fetch(_input, init) {
        const { signal } = init ?? {};
        assert.ok(signal);
        seen.signal = signal;
        signal.addEventListener('abort', () => {
          answered.reject(signal.reason);
          void source.promise.then(controller => controller.error(signal.reason));
        });
        return answered.promise;
      },
    },
    { clock, limits },
  );
  return {
    clock,
    seen,
    ask: (init: RequestInit = {}) => connection.fetch?.('http://127.0.0.1/', init) as Promise<Response>,
    answer: (response = new Response(body)) => answered.resolve(response),
    answerWith: (type: string) => answered.resolve(new Response(body, { headers: { 'content-type': type } })),
    send: async (piece: string) => (await source.promise).enqueue(new TextEncoder().encode(piece)),
    finish: async () => (await source.promise).close(),
  };
}

const eventStream = 'text/event-stream; charset=utf-8';

/** A connection that has answered, and the first piece of its answer read: by the SDK, or as events are. */
async function setUpBegun(type: string) {
  const connection = setUp();
  const response = connection.ask();
  connection.answerWith(type);
  const { body } = await response;
  assert.ok(body);
  const reader = body.getReader();
  await connection.send('begun');
  await reader.read();
  return { ...connection, reader };
}

describe('a connection with time limits', () => {
  it('is closed when nothing comes in time, and not before', async () => {
    const { ask, clock, seen } = setUp();
    const refused = assert.rejects(ask(), { ...silent, message: /^Test sent nothing for 60 s/ });
    await clock.advance(limits.firstByte - 1);
    assert.equal(seen.signal?.aborted, false);
    await clock.advance(1);
    assert.equal(seen.signal?.aborted, true);
    await refused;
  });

  it('takes the head of an answer for no byte of it', async () => {
    const { ask, answer, clock } = setUp();
    const response = ask();
    await clock.advance(limits.firstByte / 2);
    answer();
    const refused = assert.rejects((await response).text(), silent);
    await clock.advance(limits.firstByte / 2);
    await refused;
  });

  it('hears of whoever asks no more', async () => {
    const stop = new AbortController();
    const { ask, seen } = setUp();
    const response = ask({ signal: stop.signal });
    const reason = errors.cancelled();
    stop.abort(reason);
    assert.equal(seen.signal?.reason, reason);
    await assert.rejects(response, reason);
  });

  it('fails as it failed without them', async () => {
    const { ask, answer, clock } = setUp();
    const failing = withTimeLimits(
      {
        id: 'x',
        label: 'X',
        key: async () => undefined,
        fetch: () => Promise.reject(new TypeError('fetch failed')),
      },
      { clock, limits },
    );
    await assert.rejects(async () => failing.fetch?.('http://127.0.0.1/'), { message: 'fetch failed' });
    const response = ask();
    answer(new Response(null, { status: 204, headers: { 'x-mark': 'yes' } }));
    const { status, headers, body } = await response;
    assert.deepEqual([status, headers.get('x-mark'), body], [204, 'yes', null]);
  });

  it('keeps the status and the headers of an answer', async () => {
    const { ask, answer } = setUp();
    const response = ask();
    answer(new Response('{}', { status: 429, headers: { 'retry-after': '3' } }));
    const { status, headers } = await response;
    assert.deepEqual([status, headers.get('retry-after')], [429, '3']);
    assert.deepEqual(await (await response).json(), {});
  });
});

for (const type of ['application/json', eventStream]) {
  describe(`an answer of the type ${type} over a connection with time limits`, () => {
    it('lives as long as something comes now and then, whatever it is', async () => {
      const { reader, clock, send, finish } = await setUpBegun(type);
      for (const sign of [': ping\n\n', 'data: {}\n\n', ' ']) {
        const read = reader.read();
        await clock.advance(limits.idle - 1);
        await send(sign);
        assert.equal(new TextDecoder().decode((await read).value), sign);
      }
      const end = reader.read();
      await clock.advance(limits.idle - 1);
      await finish();
      assert.equal((await end).done, true);
    });

    it('is closed when it falls silent in the middle', async () => {
      const { reader, clock, seen } = await setUpBegun(type);
      const refused = assert.rejects(reader.read(), { ...silent, message: /for 10 s/ });
      await clock.advance(limits.idle - 1);
      assert.equal(seen.signal?.aborted, false);
      await clock.advance(1);
      await refused;
    });

    it('does not count the time in which nobody reads', async () => {
      const { reader, clock, send } = await setUpBegun(type);
      for (let time = 0; time < 10; time++) await clock.advance(limits.idle);
      const read = reader.read();
      await clock.advance(limits.idle - 1);
      await send('still here');
      assert.equal(new TextDecoder().decode((await read).value), 'still here');
    });

    it('is left alone once its answer has ended', async () => {
      const { reader, clock, seen, finish } = await setUpBegun(type);
      await finish();
      await reader.read();
      for (let time = 0; time < 10; time++) await clock.advance(limits.firstByte);
      assert.equal(seen.signal?.aborted, false);
    });

    it('ends with whoever reads no more', async () => {
      const { reader, clock, seen } = await setUpBegun(type);
      await reader.cancel('enough');
      assert.equal(seen.cancelled, 'enough');
      assert.equal(clock.pending, 0);
    });
  });
}
