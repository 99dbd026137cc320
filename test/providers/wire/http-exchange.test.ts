import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, createServer as createTcpServer } from 'node:net';
import { buffer, text } from 'node:stream/consumers';
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib';
import { causesOf } from '../../../src/converser/ground/causes.ts';
import { fetchOf } from '../../../src/providers/wire/connection-exchange.ts';

const httpFetch = fetchOf({});

async function serve(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    server,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

const codesIn = (cause: unknown) => causesOf(cause).flatMap(each => (each as { code?: string }).code ?? []);

/** What both do: the global `fetch` tells what ours owes. */
for (const [name, ask] of [
  ['the global fetch', fetch],
  ['fetch over node:http', httpFetch],
] as const) {
  describe(name, () => {
    it('sends text and bytes, and headers as they are given', async () => {
      const seen: unknown[] = [];
      await using server = await serve(async (request, response) => {
        const { method, url, headers } = request;
        seen.push([method, url, headers['x-api-key'], headers['content-length'], await text(request)]);
        response.end();
      });
      const post = (body: string | Uint8Array) =>
        ask(`${server.url}/v1?a=b`, {
          method: 'POST',
          headers: new Headers({ 'X-Api-Key': 'k', 'content-length': '3' }),
          body: body as string,
        });
      for (const body of ['äa', Buffer.from('äa')]) {
        await (await post(body)).text();
        assert.deepEqual(seen.pop(), ['POST', '/v1?a=b', 'k', '3', 'äa']);
      }
      await (await ask(new URL('/models', server.url))).text();
      assert.deepEqual(seen.pop(), ['GET', '/models', undefined, undefined, '']);
    });

    it('tells the status and the headers, also of an error', async () => {
      await using server = await serve((_request, response) => {
        response.writeHead(429, 'Slow Down', { 'retry-after': '3', 'set-cookie': ['a=1', 'b=2'] });
        response.end('{"error":1}');
      });
      const response = await ask(server.url);
      assert.deepEqual([response.ok, response.status, response.statusText], [false, 429, 'Slow Down']);
      assert.equal(response.headers.get('retry-after'), '3');
      assert.deepEqual(response.headers.getSetCookie(), ['a=1', 'b=2']);
      assert.deepEqual(await response.json(), { error: 1 });
    });

    it('has no body where there is none', async () => {
      await using server = await serve((_request, response) => response.writeHead(204).end());
      assert.equal((await ask(server.url)).body, null);
      assert.equal((await ask(server.url, { method: 'HEAD' })).body, null);
    });

    it('hands on each piece when it comes', async () => {
      let write = (_piece: string) => {};
      let end = () => {};
      await using server = await serve((_request, response) => {
        write = piece => void response.write(piece);
        end = () => void response.end();
        response.flushHeaders();
      });
      const response = await ask(server.url);
      const reader = (response.body ?? assert.fail()).getReader();
      for (const piece of ['one', 'two']) {
        const read = reader.read();
        write(piece);
        assert.equal(Buffer.from((await read).value ?? []).toString(), piece);
      }
      end();
      assert.equal((await reader.read()).done, true);
      assert.equal((await reader.read()).done, true);
    });

    it('reads all of a long answer, however slowly', async () => {
      const long = Buffer.alloc(5_000_000, 'abcdefghij');
      await using server = await serve((_request, response) => response.end(long));
      const reader = ((await ask(server.url)).body ?? assert.fail()).getReader();
      const pieces: Uint8Array[] = [];
      for (;;) {
        const { value, done } = await reader.read();
        if (done) break;
        pieces.push(value);
        await new Promise(setImmediate);
      }
      assert.ok(Buffer.concat(pieces).equals(long));
    });

    it('reads what was compressed unasked', async () => {
      const encodings = { gzip: gzipSync, deflate: deflateSync, br: brotliCompressSync };
      for (const [encoding, compress] of Object.entries(encodings)) {
        await using server = await serve((_request, response) => {
          response.writeHead(200, { 'content-encoding': encoding }).end(compress('{"a":1}'));
        });
        assert.deepEqual(await (await ask(server.url)).json(), { a: 1 }, encoding);
      }
    });

    it('follows a redirect with what it sent', async () => {
      const seen: string[] = [];
      await using server = await serve(async (request, response) => {
        seen.push(`${request.method} ${request.url} ${(await buffer(request)).length}`);
        if (request.url === '/a') response.writeHead(307, { location: '/b' });
        response.end('done');
      });
      const response = await ask(`${server.url}/a`, { method: 'POST', body: 'four' });
      assert.equal(await response.text(), 'done');
      assert.equal(seen.at(-1), 'POST /b 4');
    });

    it('says that nobody listens', async () => {
      const server = await serve(() => {});
      await server[Symbol.asyncDispose]();
      await assert.rejects(ask(server.url), cause => {
        assert.ok(cause instanceof TypeError);
        assert.deepEqual(codesIn(cause), ['ECONNREFUSED']);
        return true;
      });
    });

    it('says that an answer broke off', async () => {
      await using server = await serve((_request, response) => {
        response.write('half', () => response.destroy());
      });
      const response = await ask(server.url);
      await assert.rejects(response.text(), cause => {
        assert.ok(cause instanceof TypeError);
        assert.equal(codesIn(cause).length, 1);
        return true;
      });
    });

    it('stops before, while it waits, and while it reads', async () => {
      const reason = new Error('Enough.');
      await assert.rejects(ask('http://127.0.0.1:1', { signal: AbortSignal.abort(reason) }), reason);

      const stop = new AbortController();
      let closed: Promise<unknown> = Promise.resolve();
      await using server = await serve((request, response) => {
        closed = once(request.socket, 'close');
        if (request.url === '/waits') return stop.abort(reason);
        response.write('some');
      });
      await assert.rejects(ask(`${server.url}/waits`, { signal: stop.signal }), reason);
      await closed;

      const late = new AbortController();
      const response = await ask(`${server.url}/reads`, { signal: late.signal });
      const reader = (response.body ?? assert.fail()).getReader();
      await reader.read();
      const read = reader.read();
      late.abort(reason);
      await assert.rejects(read, reason);
      await closed;
    });

    it('closes the connection of an answer that is not read to its end', async () => {
      let closed: Promise<unknown> = Promise.resolve();
      await using server = await serve((request, response) => {
        closed = once(request.socket, 'close');
        response.write('some');
      });
      const reader = ((await ask(server.url)).body ?? assert.fail()).getReader();
      await reader.read();
      await reader.cancel();
      await closed;
    });
  });
}

describe('fetch over node:http, where it differs', () => {
  it('uses a connection again', async () => {
    let connections = 0;
    await using server = await serve((_request, response) => response.end('done'));
    server.server.on('connection', () => connections++);
    for (let time = 0; time < 3; time++) await (await httpFetch(server.url)).text();
    assert.equal(connections, 1);
  });

  it('sends again what met a connection that had been kept and was closed, and nothing else', async () => {
    // As llama.cpp: each connection takes one request, and says that it takes more.
    const answer = 'HTTP/1.1 200 OK\r\ncontent-length: 2\r\nconnection: keep-alive\r\n\r\nok';
    let connections = 0;
    let isGone = false;
    const server = createTcpServer(socket => {
      connections++;
      let requests = 0;
      socket.on('error', () => {});
      socket.on(
        'data',
        () => void (requests++ > 0 || isGone ? socket.resetAndDestroy() : socket.write(answer)),
      );
    }).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const post = (body: string) => httpFetch(url, { method: 'POST', body });
    try {
      for (const body of ['one', 'two', 'three']) assert.equal(await (await post(body)).text(), 'ok');
      assert.equal(connections, 3);
      isGone = true;
      await assert.rejects(post('four'), TypeError);
      assert.equal(connections, 4);
    } finally {
      server.close();
    }
  });

  it('says which bodies it cannot send', async () => {
    await using server = await serve((_request, response) => response.end());
    await assert.rejects(httpFetch(server.url, { method: 'POST', body: new FormData() }), TypeError);
  });
});
