import assert from 'node:assert/strict';
import { once } from 'node:events';
import { text } from 'node:stream/consumers';
import zlib from 'node:zlib';
import fc from 'fast-check';
import { parseSafely } from '../../../src/gateway/guard/safe-json.ts';
import { createFakeClock } from '../../fakes/fake-host.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { type OpenGateway, openGateway } from '../support/open-gateway.ts';
import { head, openSocket, send, statusesIn } from './raw-socket.ts';

const post = ({ key }: OpenGateway, path = '/v1/chat/completions') => [
  `POST ${path} HTTP/1.1`,
  'host: localhost',
  `authorization: Bearer ${key}`,
];

function request(content: unknown) {
  return JSON.stringify({ model: 'scripted/model', messages: [{ role: 'user', content }] });
}

/** What is wrong with this body, as an OpenAI client reads it. */
async function refusalOf(gateway: OpenGateway, body: string | Uint8Array<ArrayBuffer>, headers = {}) {
  const response = await gateway.ask('/v1/chat/completions', { method: 'POST', body, headers });
  const { error } = (await response.json()) as { error?: { message: string } };
  return `${response.status} ${error?.message}`;
}

describe('A body that is too large', () => {
  it('is refused before it is sent, where its length says so', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const received = await send(gateway.baseUrl, head(...post(gateway), 'content-length: 1000000000000'));
    assert.deepEqual(statusesIn(received), [413]);
    assert.match(received, /at most 33,554,432 bytes/);
    const tooLong = head(...post(gateway, '/v1/messages'), 'content-length: 33554433');
    const anthropic = await send(gateway.baseUrl, tooLong);
    assert.match(anthropic, /"type":"error","error":\{"type":"request_too_large"/);
  });

  it('is not even asked for, where the client waits for leave', async () => {
    const model = createScriptedModel(says('Hi.'));
    await using gateway = await openGateway({ models: [model], limits: { body: 1_000 } });
    const waits = [...post(gateway), 'expect: 100-continue', 'connection: close'];
    const refused = await send(gateway.baseUrl, head(...waits, 'content-length: 1001'));
    assert.deepEqual(statusesIn(refused), [413]);
    const keyless = ['POST /mcp HTTP/1.1', 'host: localhost', 'expect: 100-continue', 'content-length: 5'];
    assert.deepEqual(statusesIn(await send(gateway.baseUrl, head(...keyless))), [401]);

    const body = request('Hello');
    const socket = await openSocket(gateway.baseUrl);
    socket.write(head(...waits, `content-length: ${body.length}`));
    const [leave] = await once(socket, 'data');
    assert.match(String(leave), /^HTTP\/1\.1 100 Continue\r\n\r\n$/);
    socket.write(body);
    assert.deepEqual(statusesIn(await text(socket)), [200]);
  });

  it('is read up to the limit only, where it has no length', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()], limits: { body: 100_000 } });
    const socket = await openSocket(gateway.baseUrl);
    socket.write(head(...post(gateway), 'transfer-encoding: chunked'));
    const chunk = `2710\r\n${'x'.repeat(10_000)}\r\n`;
    const received = text(socket);
    // It never ends by itself.
    for (let sent = 0; sent < 30 && !socket.destroyed; sent += 1) socket.write(chunk);
    assert.deepEqual(statusesIn(await received), [413]);
  });

  it('is just large below the limit: a tool’s result of 10 MB reaches the model', async () => {
    const model = createScriptedModel(says('Read.'));
    await using gateway = await openGateway({ models: [model] });
    const result = 'a"\\\n'.repeat(2_500_000);
    const called = { id: 'c1', type: 'function', function: { name: 'read', arguments: '{}' } };
    const messages = [
      { role: 'user', content: 'Read it.' },
      { role: 'assistant', tool_calls: [called] },
      { role: 'tool', tool_call_id: 'c1', content: result },
    ];
    const response = await gateway.post('/v1/chat/completions', { model: 'scripted/model', messages });
    assert.equal(response.status, 200);
    const [content] = model.requests[0]?.canisters.at(-1)?.content ?? [];
    assert.equal(content?.type === 'text' && content.text.length, result.length);
  });
});

describe('A body that is built to do harm', () => {
  it('is refused where it is nested too deeply, however large it is', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const deep = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
    const message = /^400 The body is nested too deeply: at most 128 levels/;
    assert.match(await refusalOf(gateway, deep(129)), message);
    assert.match(await refusalOf(gateway, '{"a":'.repeat(2_000_000)), message);
    assert.match(await refusalOf(gateway, deep(10_000_000)), message);
    assert.match(await refusalOf(gateway, deep(128)), /^400 The body must be a JSON object/);
    // What looks like brackets inside of strings does not count.
    assert.match(await refusalOf(gateway, JSON.stringify(['"\\[['.repeat(1_000)])), /must be a JSON object/);
  });

  it('is refused where it has too many values', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const many = `[${'[],'.repeat(1_000_000)}[]]`;
    assert.match(await refusalOf(gateway, many), /^400 The body has too many values: at most 1000000/);
  });

  it('is refused where it would change what all objects inherit, with the place', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const refused = (body: string) => refusalOf(gateway, body);
    assert.match(
      await refused('{"__proto__":{"isAdmin":true}}'),
      /^400 __proto__: this name is not accepted/,
    );
    assert.match(
      await refused('{"messages":[{},{"a":{"\\u005f_pr\\u006fto__":1}}]}'),
      /^400 messages\[1\]\.a\.__proto__: /,
    );
    assert.match(
      await refused('{"a":{"constructor":{"prototype":{"isAdmin":true}}}}'),
      /^400 a\.constructor: /,
    );
    assert.equal(Reflect.get({}, 'isAdmin'), undefined);
  });

  it('may name such things in a text, and have a property that is called “constructor”', async () => {
    const model = createScriptedModel(says('Hi.'));
    await using gateway = await openGateway({ models: [model] });
    const schema = { type: 'object', properties: { constructor: { type: 'string' } } };
    const body = JSON.stringify({
      model: 'scripted/model',
      messages: [{ role: 'user', content: 'What is "__proto__"? {"constructor":{"prototype":1}} \u00e9' }],
      tools: [{ type: 'function', function: { name: 'build', description: 'Builds.', parameters: schema } }],
    });
    const response = await gateway.ask('/v1/chat/completions', { method: 'POST', body });
    assert.equal(response.status, 200);
    assert.equal(model.requests[0]?.tools[0]?.name, 'build');
  });

  it('is refused where it is not JSON, not UTF-8, or compressed in an unknown way', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    assert.match(await refusalOf(gateway, '{"a":'), /^400 The body must be JSON/);
    assert.match(await refusalOf(gateway, '"unfinished \\'), /^400 The body must be JSON/);
    assert.match(await refusalOf(gateway, ''), /^400 The body must be a JSON object/);
    assert.match(await refusalOf(gateway, new Uint8Array([0x22, 0xff, 0x22])), /^400 .*UTF-8/);
    for (const coding of ['compress', 'gzip, gzip'])
      assert.match(
        await refusalOf(gateway, 'x', { 'content-encoding': coding }),
        new RegExp(`^415 .*"${coding}". Send it as gzip, x-gzip, deflate, br, zstd, or without`),
      );
    assert.match(await refusalOf(gateway, request('Hi'), { 'content-encoding': 'identity' }), /^200 /);
  });
});

/** `Content-Encoding`s and what makes them: Codex sends zstd. */
const compressions: Readonly<Record<string, (text: string) => Uint8Array<ArrayBuffer>>> = {
  gzip: text => zlib.gzipSync(text),
  'X-GZIP': text => zlib.gzipSync(text),
  deflate: text => zlib.deflateSync(text),
  br: text => zlib.brotliCompressSync(text),
  zstd: text => zlib.zstdCompressSync(text),
};

describe('A compressed body', () => {
  for (const [coding, compress] of Object.entries(compressions))
    it(`is read, with the limit of one that isn’t: ${coding}`, async () => {
      const model = createScriptedModel(says('Hi.'), says('Hi.'));
      await using gateway = await openGateway({ models: [model], limits: { body: 5_000 } });
      const headers = { 'content-encoding': coding };
      const hello = compress(request('Hello there'));
      assert.match(await refusalOf(gateway, hello, headers), /^200 /);
      assert.match(JSON.stringify(model.requests[0]?.canisters), /Hello there/);
      const bomb = compress(request('x'.repeat(50_000_000)));
      if (bomb.length <= 5_000) assert.match(await refusalOf(gateway, bomb, headers), /^413 .*at most 5,000/);
      const large = compress(request('x'.repeat(5_000)));
      assert.match(await refusalOf(gateway, large, headers), /^413 .*at most 5,000 bytes/);
      for (const broken of [request('Hello there'), hello.slice(0, -9)])
        assert.match(await refusalOf(gateway, broken, headers), /^400 The body can’t be read as /);
      assert.match(await refusalOf(gateway, compress('{"a":'), headers), /^400 The body must be JSON/);
    });

  it('takes no window that is larger than encoders need', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const params = { [zlib.constants.ZSTD_c_windowLog]: 27 };
    const wide = zlib.zstdCompressSync(request('x'.repeat(20_000_000)), { params });
    assert.match(
      await refusalOf(gateway, wide, { 'content-encoding': 'zstd' }),
      /^400 The body can’t be read/,
    );
  });
});

describe('A slow sender', () => {
  const times = { headers: 150, whole: 300, check: 30 };

  it('is answered with 408 if its headers or its body do not come in time', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()], listen: { times } });
    const slow = (bytes: string) => send(gateway.baseUrl, bytes);
    const [headers, body, chunks] = await Promise.all([
      slow('POST /v1/chat/completions HTTP/1.1\r\nhost: localhost\r\nauthor'),
      slow(`${head(...post(gateway), 'content-length: 100')}{"model":`),
      slow(`${head(...post(gateway), 'transfer-encoding: chunked')}5\r\n{"mod\r\n`),
    ]);
    for (const received of [headers, body, chunks]) {
      assert.deepEqual(statusesIn(received), [408]);
      assert.match(received, /"type":"error".*"code":"too-slow"/);
    }
  });

  it('leaves nothing behind', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()], listen: { times } });
    await send(gateway.baseUrl, `${head(...post(gateway), 'content-length: 100')}{"model":`);
    await gateway.untilRequests({ running: 0, waiting: 0 });
  });
});

describe('A slow reader', () => {
  it('is left once it has taken nothing for too long, and the model stops', async () => {
    let isOver = false;
    const model = createScriptedModel(async function* (_, signal) {
      try {
        while (!signal.aborted) yield { type: 'text-delta', text: 'x'.repeat(50_000) };
      } finally {
        isOver = true;
      }
    });
    const clock = createFakeClock();
    await using gateway = await openGateway({ models: [model], listen: { clock } });
    const body = JSON.stringify({ ...JSON.parse(request('Talk.')), stream: true });
    const socket = await openSocket(gateway.baseUrl);
    socket.write(`${head(...post(gateway), `content-length: ${body.length}`)}${body}`);
    // Nobody reads it: all buffers on the way fill.
    socket.pause();
    while (!isOver) await clock.advance(1_000);
    assert.ok(clock.monotonic() >= 60_000);
    socket.destroy();
  });

  it('is one that waits for a model all the same', async () => {
    const { promise: gate, resolve: answer } = Promise.withResolvers<void>();
    const model = createScriptedModel(async function* () {
      await gate;
      yield { type: 'text-delta', text: 'At last.' };
      yield { type: 'finish', reason: 'stop' };
    });
    const clock = createFakeClock();
    await using gateway = await openGateway({ models: [model], listen: { clock } });
    const response = gateway.ask('/v1/chat/completions', { method: 'POST', body: request('Think.') });
    await gateway.untilRequests({ running: 1, waiting: 0 });
    while (clock.monotonic() < 600_000) await clock.advance(1_000);
    answer();
    assert.match(await (await response).text(), /At last\./);
  });
});

describe('JSON that somebody else wrote', () => {
  it('is read as JSON.parse reads it, however it is written', () => {
    const value = fc.jsonValue({ maxDepth: 6, noUnicodeString: false });
    fc.assert(
      fc.property(value, fc.nat(3), (written, indent) => {
        const text = JSON.stringify(written, undefined, indent);
        if (text.includes('__proto__') || text.includes('prototype')) return;
        assert.deepEqual(parseSafely(text), JSON.parse(text));
      }),
      { seed: 11, numRuns: 150 },
    );
  });

  it('is refused wherever JSON.parse refuses it, with one clear error', () => {
    const signs = ['{', '}', '[', ']', '"', '\\', ',', ':', 'a', '1', ' ', '\\"', 'null', '\u0000'];
    const pieces = fc.constantFrom(...signs);
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), parts => {
        const text = parts.join('');
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          assert.throws(() => parseSafely(text), { code: 'bad-arguments' });
          return;
        }
        assert.deepEqual(parseSafely(text), expected);
      }),
      { seed: 11, numRuns: 2_000 },
    );
  });
});
