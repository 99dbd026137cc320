import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { OpenAI } from 'openai';
import { postJson } from '../../../src/providers/wire/post-json.ts';
import { requestJson } from '../../../src/providers/wire/request-json.ts';

const { signal } = new AbortController();
const large = requestJson({ messages: [{ text: 'ä'.repeat(200_000) }] }, { list: 'messages' });
const small = requestJson({ messages: [{ text: 'a' }] }, { list: 'messages' });
const whole = (json: typeof large) => Buffer.concat(json.pieces).toString('utf8');

async function serve(answer: RequestListener) {
  const server = createServer(answer).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const baseURL = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    client: () => new OpenAI({ baseURL, apiKey: 'none', maxRetries: 0 }),
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
      await postJson(server.client(), '/', { json, signal, fetch });
      assert.deepEqual(seen.pop(), [whole(json), `${json.length}`, undefined]);
    }
  });

  it('follows a redirect, and is not streamed after that', async () => {
    const seen: string[] = [];
    await using server = await serve(async (request, response) => {
      seen.push(`${request.url} ${(await text(request)).length}`);
      if (request.url === '/a') response.writeHead(307, { location: '/b' });
      response.end();
    });
    const client = server.client();
    const { length } = whole(large);
    await postJson(client, '/a', { json: large, signal, fetch });
    assert.deepEqual(seen.splice(0), [`/a ${length}`, `/a ${length}`, `/b ${length}`]);
    await postJson(client, '/a', { json: large, signal, fetch });
    assert.deepEqual(seen, [`/a ${length}`, `/b ${length}`]);
  });

  it('is sent in one piece if streams are not supported', async () => {
    await using server = await serve(async (request, response) => {
      response.end(`${(await text(request)).length}`);
    });
    const wholeOnly: typeof fetch = async (input, init) => {
      if (init?.body instanceof ReadableStream) throw new TypeError('Streams are not supported.');
      return fetch(input, init);
    };
    const response = await postJson(server.client(), '/', { json: large, signal, fetch: wholeOnly });
    assert.equal(await response.text(), `${whole(large).length}`);
  });

  it('is not repeated if the connection breaks or the server rejects it', async () => {
    let times = 0;
    await using broken = await serve(async request => {
      times++;
      await text(request);
      request.socket.destroy();
    });
    await assert.rejects(postJson(broken.client(), '/', { json: large, signal, fetch }));
    assert.equal(times, 1);
    await using refusing = await serve(async (request, response) => {
      times++;
      await text(request);
      response.writeHead(413).end();
    });
    await assert.rejects(postJson(refusing.client(), '/', { json: large, signal, fetch }), { status: 413 });
    assert.equal(times, 2);
  });
});
