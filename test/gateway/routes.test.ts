import assert from 'node:assert/strict';
import { Validator } from '@seriousme/openapi-schema-validator';
import { createScriptedModel } from '../fakes/scripted-model.ts';
import { head, send, statusesIn } from './guard/raw-socket.ts';
import { openGateway } from './support/open-gateway.ts';

const offered = [
  ['/', 'HEAD, OPTIONS'],
  ['/health', 'GET, HEAD, OPTIONS'],
  ['/openapi.json', 'GET, HEAD, OPTIONS'],
  ['/v1/models', 'GET, HEAD, OPTIONS'],
  ['/v1/models/scripted%2Fmodel', 'GET, HEAD, OPTIONS'],
  ['/v1/%6dodels/scripted/model', 'GET, HEAD, OPTIONS'],
  ['/v1/chat/completions', 'POST, OPTIONS'],
  ['/v1/responses', 'POST, OPTIONS'],
  ['/v1/messages', 'POST, OPTIONS'],
  ['/v1/messages/count_tokens', 'POST, OPTIONS'],
  ['/mcp', 'GET, POST, DELETE, OPTIONS'],
] as const;

describe('A path that is offered', () => {
  it('is refused with 405 and what it offers where the method is another one', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    for (const [path, allow] of offered) {
      for (const method of ['PUT', 'PATCH', 'GET', 'POST', 'DELETE', 'HEAD', 'PROPFIND']) {
        if (allow.split(', ').includes(method)) continue;
        const response = await gateway.ask(path, { method });
        assert.equal(response.status, 405, `${method} ${path}`);
        assert.equal(response.headers.get('allow'), allow);
        if (method === 'HEAD') assert.equal(await response.text(), '');
      }
      const options = await gateway.ask(path, { method: 'OPTIONS' });
      assert.deepEqual([options.status, options.headers.get('allow')], [204, allow], path);
    }
  });

  it('says so in the caller’s shape', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const message = 'GET is not offered for /v1/messages. Use POST.';
    assert.deepEqual(await (await gateway.ask('/v1/messages')).json(), {
      type: 'error',
      error: { type: 'invalid_request_error', message },
    });
    assert.deepEqual(await (await gateway.ask('/health', { method: 'DELETE' })).json(), {
      error: {
        message: 'DELETE is not offered for /health. Use GET or HEAD.',
        type: 'invalid_request_error',
        param: null,
        code: 'wrong-method',
      },
    });
  });

  it('sends a client that wants a WebSocket on to HTTP with 426', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const ask = (path: string, upgrade: string, key = gateway.key) =>
      send(
        gateway.baseUrl,
        head(
          ...[`GET ${path} HTTP/1.1`, 'host: localhost', `authorization: Bearer ${key}`],
          ...['connection: Upgrade, close', `upgrade: ${upgrade}`, 'sec-websocket-version: 13'],
        ),
      );
    for (const path of ['/v1/responses', '/v1/chat/completions', '/v1/messages']) {
      const answer = await ask(path, 'WebSocket');
      assert.deepEqual(statusesIn(answer), [426]);
      assert.match(answer, new RegExp(`${path} takes no WebSockets. Use POST over HTTP.`));
      assert.match(answer, /\r\nupgrade: HTTP\/1\.1\r\n/i);
    }
    assert.deepEqual(statusesIn(await ask('/v1/responses', 'websocket', 'wrong')), [401]);
    assert.deepEqual(statusesIn(await ask('/v1/responses', 'h2c')), [405]);
    assert.deepEqual(statusesIn(await ask('/v1/realtime', 'websocket')), [404]);
  });

  it('answers HEAD as GET, without the body', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    for (const [path, allow] of offered) {
      if (!allow.includes('GET, HEAD')) continue;
      const get = await gateway.ask(path);
      const head = await gateway.ask(path, { method: 'HEAD' });
      assert.deepEqual([head.status, await head.text()], [200, ''], path);
      assert.equal(head.headers.get('content-type'), get.headers.get('content-type'));
      await get.text();
    }
    assert.equal((await gateway.ask('/v1/models/unknown', { method: 'HEAD' })).status, 404);
    assert.equal((await gateway.ask('/nothing', { method: 'HEAD' })).status, 404);
    assert.equal((await gateway.ask('/nothing', { method: 'OPTIONS' })).status, 404);
  });
});

describe('GET /openapi.json', () => {
  it('is a valid description of everything that is offered, and of nothing else', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const response = await gateway.ask('/openapi.json');
    assert.equal(response.status, 200);
    const described = (await response.json()) as { openapi: string; paths: Record<string, object> };
    const { valid, errors } = await new Validator().validate(structuredClone(described));
    assert.equal(valid, true, JSON.stringify(errors));
    assert.match(described.openapi, /^3\.1\./);
    const written = Object.entries(described.paths).flatMap(([path, operations]) =>
      Object.keys(operations).map(method => `${method.toUpperCase()} ${path}`),
    );
    // HEAD follows from GET, and OPTIONS is everywhere; no path is described twice for the ways to write it.
    const expected = offered.flatMap(([path, allow]) =>
      allow
        .replace('GET, HEAD', 'GET')
        .replace(', OPTIONS', '')
        .split(', ')
        .map(method => `${method} ${path}`),
    );
    const places = expected.filter(place => !place.includes('%6d'));
    assert.deepEqual(written.sort(), places.map(place => place.replace('scripted%2Fmodel', '{id}')).sort());
  });
});
