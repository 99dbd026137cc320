import assert from 'node:assert/strict';
import type { Ensemble } from '../../../src/converser/words/ensemble/ensemble.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { openGateway } from '../support/open-gateway.ts';
import { head, send, statusesIn } from './raw-socket.ts';

describe('The gateway’s HTTP', () => {
  it('refuses a flood of headers, in their size, and reads them all below that', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const line = ['GET /v1/models HTTP/1.1', 'host: localhost', `x-api-key: ${gateway.key}`];
    const flood = Array.from({ length: 5_000 }, (_, at) => `x-${at}: ${at}`);
    const received = await send(gateway.baseUrl, head(...line, ...flood));
    assert.deepEqual(statusesIn(received), [431]);
    assert.match(received, /"code":"headers-too-large"/);
    const long = await send(gateway.baseUrl, head(...line, `x-long: ${'x'.repeat(40_000)}`));
    assert.deepEqual(statusesIn(long), [431]);
    // None hides behind many others.
    const many = Array.from({ length: 2_500 }, () => 'x: 1');
    const hidden = head(...line, ...many, 'connection: close', 'origin: https://evil.example');
    assert.deepEqual(statusesIn(await send(gateway.baseUrl, hidden)), [403]);
  });

  it('sends a stream in pieces, and to a client that knows none as it is', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel(says('Hi.'), says('Hi.'))] });
    const messages = [{ role: 'user', content: 'Hello' }];
    const body = JSON.stringify({ model: 'scripted/model', stream: true, messages });
    const ask = (version: string) => {
      const line = [`POST /v1/chat/completions HTTP/${version}`, 'host: localhost', 'connection: close'];
      const headers = [`x-api-key: ${gateway.key}`, `content-length: ${body.length}`];
      return send(gateway.baseUrl, head(...line, ...headers) + body);
    };
    const inPieces = await ask('1.1');
    assert.match(inPieces, /\r\ntransfer-encoding: chunked\r\n/i);
    assert.match(inPieces, /\r\n\r\n[0-9a-f]+\r\ndata: \{.*data: \[DONE\]\n\n\r\n0\r\n\r\n$/s);
    const whole = await ask('1.0');
    assert.doesNotMatch(whole, /transfer-encoding/i);
    assert.match(whole, /\r\n\r\ndata: \{.*data: \[DONE\]\n\n$/s);
  });

  it('leaves nothing running where the port is in use', async () => {
    await using gateway = await openGateway({ models: [] });
    const port = Number(new URL(gateway.baseUrl).port);
    let running = 0;
    const after = () => {
      running += 1;
      return () => {
        running -= 1;
      };
    };
    const clock = { monotonic: () => 0, after };
    await assert.rejects(openGateway({ models: [], listen: { port, clock } }), { code: 'EADDRINUSE' });
    assert.equal(running, 0);
    await using other = await openGateway({ models: [], listen: { clock } });
    assert.ok(other);
    assert.equal(running, 1);
  });

  it('refuses a request whose end is not clear', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel(says('Hi.'))] });
    const line = ['POST /v1/models HTTP/1.1', 'host: localhost', `x-api-key: ${gateway.key}`];
    const unclear = [
      head(...line, 'content-length: 5', 'transfer-encoding: chunked'),
      head(...line, 'content-length: 5', 'content-length: 6'),
      head(...line, 'content-length: -1'),
      head(...line, 'content-length: 5x'),
      head(...line, 'transfer-encoding: chunked, identity'),
      `${head(...line, 'transfer-encoding: chunked')}xyz\r\n`,
      head('GET /v1/models HTTP/1.1', 'host: localhost', ' folded: line'),
      'GET /v1/models HTTP/9.9\r\n\r\n',
      '\u0016\u0003\u0001\u0002\u0000\u0001\u0000',
      'SSH-2.0-client\r\n',
    ];
    for (const bytes of unclear) {
      const received = await send(gateway.baseUrl, bytes);
      assert.deepEqual(statusesIn(received), [400], bytes);
    }
  });

  it('answers requests that are sent at once in their order, each behind the guard', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel(says('Hi.'))] });
    const key = `x-api-key: ${gateway.key}`;
    const requests = [
      ['/v1/models', key],
      ['/v1/models'],
      ['/nothing', key],
      ['/v1/models', key, 'origin: null'],
      ['/health', key, 'connection: close'],
    ].map(([path, ...headers]) => head(`GET ${path} HTTP/1.1`, 'host: localhost', ...headers));
    const received = await send(gateway.baseUrl, requests.join(''));
    assert.deepEqual(statusesIn(received), [200, 401, 404, 403, 200]);
  });

  it('knows a route by its exact path and method only', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const status = async (method: string, path: string, key = gateway.key) => {
      const lines = [`${method} ${path} HTTP/1.1`, 'host: localhost', `x-api-key: ${key}`];
      return statusesIn(await send(gateway.baseUrl, head(...lines, 'connection: close')))[0];
    };
    for (const path of ['/v1/%6dodels', '/v1/x/../models', '/v1/models/scripted%2Fmodel'])
      assert.equal(await status('GET', path), 200, path);
    for (const path of [
      ...['//v1//models', '/V1/models', '/v1%2fmodels', '/v1/models/', '/v1/./x', '/v1;/models', '/%'],
      ...['/v1/models/../../../etc/passwd', '/v1/models/%2e%2e%2f%2e%2e%2fetc%2fpasswd'],
      ...['/v1/models/%00', '/v1/models/%ff'],
    ])
      assert.equal(await status('GET', path), 404, path);
    // What fetch cannot send; other methods are tried on every route elsewhere.
    for (const method of ['QUERY', 'TRACE']) assert.equal(await status(method, '/v1/models'), 405, method);
    // None of these is a way around the key.
    for (const path of ['/.', '/..', '//', '/%2e', '/?', '/#', '/v1/..', '/;'])
      for (const method of ['GET', 'POST', 'TRACE']) assert.equal(await status(method, path, 'x'), 401, path);
    assert.deepEqual(await status('CONNECT', 'localhost:22'), undefined);
  });

  it('gives every response an id and headers that keep it to itself', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel(says('Hi.'))] });
    const messages = [{ role: 'user', content: 'Hi' }];
    const asked = { model: 'scripted/model', messages, stream: true };
    const stream = await gateway.post('/v1/chat/completions', asked);
    await stream.text();
    const responses = [
      stream,
      await fetch(gateway.baseUrl, { method: 'HEAD' }),
      await fetch(gateway.baseUrl),
      await gateway.ask('/v1/models'),
      await gateway.ask('/nothing'),
      await gateway.ask('/v1/models', { headers: { origin: 'null' } }),
    ];
    const ids = responses.map(({ headers }) => headers.get('x-request-id'));
    assert.equal(new Set(ids).size, responses.length);
    for (const { headers, url } of responses) {
      assert.match(headers.get('x-request-id') ?? '', /^\S+$/, url);
      assert.equal(headers.get('x-content-type-options'), 'nosniff');
      assert.equal(headers.get('server'), null);
      assert.equal(headers.get('x-powered-by'), null);
    }
    assert.equal(responses[3]?.headers.get('cache-control'), 'no-store');
    assert.match(stream.headers.get('cache-control') ?? '', /no-cache/);
    const own = await gateway.ask('/v1/models', {
      headers: { 'x-request-id': 'mine', 'anthropic-version': '2023-06-01' },
    });
    assert.notEqual(own.headers.get('x-request-id'), 'mine');
    assert.equal(own.headers.get('request-id'), own.headers.get('x-request-id'));
  });

  it('says what failed inside without a stack, and logs where, without the message, which may quote the client', async () => {
    const broken: Ensemble = {
      ...createFakeEnsemble('broken', {}),
      get state(): never {
        throw new Error('Cannot read “a client’s text”');
      },
    };
    await using gateway = await openGateway({ models: [createScriptedModel()], ensembles: [broken] });
    const response = await gateway.ask('/health');
    assert.equal(response.status, 500);
    assert.doesNotMatch(await response.text(), /\.ts|node:|\n\s+at /);
    const logged = gateway.logged.join('\n');
    assert.match(logged, /^error Error while a request was answered\n\s+at .*http\.test\.ts/);
    assert.doesNotMatch(logged, /a client’s text/);
  });
});
