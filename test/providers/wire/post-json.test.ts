import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { createClients } from '../../../src/providers/openai/client.ts';
import { exchangeOver, responseOf } from '../../../src/providers/wire/fetch-exchange.ts';
import { httpExchange } from '../../../src/providers/wire/http-exchange.ts';
import { postJson } from '../../../src/providers/wire/post-json.ts';
import { requestJson } from '../../../src/providers/wire/request-json.ts';

const { signal } = new AbortController();
const exchange = httpExchange;
const large = requestJson({ messages: [{ text: 'ä'.repeat(200_000) }] }, { list: 'messages' });
const small = requestJson({ messages: [{ text: 'a' }] }, { list: 'messages' });
const whole = (json: typeof large) => Buffer.concat(json.pieces).toString('utf8');

async function serve(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    client: () => createClients({ id: 'p', label: 'P', baseUrl, key: async () => undefined }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections();
      await new Promise(resolve => server.close(resolve));
    },
  };
}

const lengthOf = ({ headers }: IncomingMessage) => [headers['content-length'], headers['transfer-encoding']];

describe('a request that is posted as JSON', () => {
  it('arrives complete and with its length, streamed or not', async () => {
    const seen: unknown[] = [];
    await using server = await serve(async (request, response) => {
      seen.push([await text(request), ...lengthOf(request)]);
      response.end();
    });
    for (const json of [small, large, large]) {
      await postJson(server.client(), '/', { json, signal, exchange });
      assert.deepEqual(seen.pop(), [whole(json), `${json.length}`, undefined]);
    }
  });

  it('follows a redirect', async () => {
    const seen: string[] = [];
    await using server = await serve(async (request, response) => {
      seen.push(`${request.url} ${(await text(request)).length}`);
      if (request.url === '/a') response.writeHead(307, { location: '/b' });
      response.end();
    });
    const { length } = whole(large);
    await postJson(server.client(), '/a', { json: large, signal, exchange });
    assert.deepEqual(seen, [`/a ${length}`, `/a ${length}`, `/b ${length}`]);
  });

  it('is sent in one piece by a fetch that is given', async () => {
    await using server = await serve(async (request, response) => {
      response.end(`${(await text(request)).length}`);
    });
    const given = exchangeOver((input, init) => {
      assert.ok(init?.body instanceof Uint8Array);
      return fetch(input, init);
    });
    const answer = await postJson(server.client(), '/', { json: large, signal, exchange: given });
    assert.equal(await responseOf(answer).text(), `${whole(large).length}`);
  });

  it('is not repeated if the connection breaks or the server rejects it', async () => {
    let times = 0;
    await using broken = await serve(async request => {
      times++;
      await text(request);
      request.socket.destroy();
    });
    await assert.rejects(postJson(broken.client(), '/', { json: large, signal, exchange }));
    assert.equal(times, 1);
    await using refusing = await serve(async (request, response) => {
      times++;
      await text(request);
      response.writeHead(413).end();
    });
    await assert.rejects(postJson(refusing.client(), '/', { json: large, signal, exchange }), {
      status: 413,
    });
    assert.equal(times, 2);
  });
});
