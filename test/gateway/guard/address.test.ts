import assert from 'node:assert/strict';
import { networkInterfaces } from 'node:os';
import { reachOf } from '../../../src/gateway/reach.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { initialize } from '../support/initialize.ts';
import { type OpenGateway, openGateway } from '../support/open-gateway.ts';
import { head, send, statusesIn } from './raw-socket.ts';

/** The status of a request for the models with these headers, which may also be no right ones. */
async function statusOf({ baseUrl, key }: OpenGateway, line: string, ...headers: readonly string[]) {
  const authorization = `authorization: Bearer ${key}`;
  const received = await send(baseUrl, head(line, ...headers, authorization, 'connection: close'));
  return statusesIn(received)[0];
}

const line = 'GET /v1/models HTTP/1.1';

describe('The address under which the gateway is called', () => {
  it('is a name of this machine, with any port', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const names = [
      ...[
        '127.0.0.1',
        'localhost',
        'LocalHost:4100',
        '127.0.0.1:1',
        '[::1]:4100',
        'a.localhost',
        '127.1.2.3',
      ],
    ];
    for (const name of names) assert.equal(await statusOf(gateway, line, `host: ${name}`), 200, name);
  });

  it('is never another one, however it is written', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const names = [
      ...['evil.example', 'localhost.evil.example', '127.0.0.1.nip.io', '10.0.0.1', '0.0.0.0', '[::]'],
      ...['[::ffff:127.0.0.1]', '[::1%25lo]', 'localhost.', '127.0.0.1.', '2130706433', '0x7f000001'],
      ...['0177.0.0.1', '127.1', 'xlocalhost', 'localhostx', 'evil.example@localhost', 'ⓛocalhost'],
      ...['localhost@evil.example', 'localhost/x', 'localhost#.evil.example', 'localhost?.evil.example'],
      ...['localhost:80:80', 'localhost, evil.example'],
    ];
    for (const name of names) {
      const status = await statusOf(gateway, line, `host: ${name}`);
      assert.ok(status === 421 || status === 400, `${name}: ${status}`);
    }
  });

  it('is the one of the request line, too', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    for (const [target, status, host = 'localhost'] of [
      ['http://localhost:4100/v1/models', 200],
      ['http://evil.example/v1/models', 421],
      ['http://localhost/v1/models', 421, 'evil.example'],
      ['@evil.example/v1/models', 400],
      ['@evil.example/v1/models', 400, '[::1]:4100'],
      ['evil.example:80', 400],
      ['\\\\evil.example\\v1', 400],
    ] as const)
      assert.equal(await statusOf(gateway, `GET ${target} HTTP/1.1`, `host: ${host}`), status, target);
  });

  it('is said once: with two Host headers, or none, there is no answer', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const two = await statusOf(gateway, line, 'host: localhost', 'host: evil.example');
    assert.ok(two === 421 || two === 400, String(two));
    const turned = await statusOf(gateway, line, 'host: evil.example', 'host: localhost');
    assert.ok(turned === 421 || turned === 400, String(turned));
    assert.equal(await statusOf(gateway, line), 400);
    assert.equal(await statusOf(gateway, 'GET /v1/models HTTP/1.0'), 400);
  });

  it('is not what a proxy says of it', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    for (const header of ['x-forwarded-host: localhost', 'forwarded: host=localhost', 'x-host: localhost'])
      assert.equal(await statusOf(gateway, line, 'host: evil.example', header), 421, header);
    const forwarded = await statusOf(gateway, line, 'host: localhost', 'x-forwarded-host: evil.example');
    assert.equal(forwarded, 200);
  });

  it('may be a further name where the gateway is open to other machines', async () => {
    const reach = reachOf({ names: ['box.lan', '[fd00::1]'], origins: [] });
    await using gateway = await openGateway({ models: [createScriptedModel()], listen: { reach } });
    for (const name of ['box.lan', 'BOX.lan:80', '[fd00::1]:80', 'localhost'])
      assert.equal(await statusOf(gateway, line, `host: ${name}`), 200, name);
    for (const name of ['evil.box.lan', 'lan', '[fd00::2]'])
      assert.equal(await statusOf(gateway, line, `host: ${name}`), 421, name);
  });
});

describe('An address of IPv6', () => {
  it('is listened at, and stands in brackets', async () => {
    const isMissing = !Object.values(networkInterfaces()).some(all =>
      all?.some(({ family }) => family === 'IPv6'),
    );
    if (isMissing) return;
    const reach = reachOf({ address: '::1', names: [], origins: [] });
    await using gateway = await openGateway({ models: [createScriptedModel()], listen: { reach } });
    assert.match(gateway.baseUrl, /^http:\/\/\[::1\]:\d+$/);
    assert.equal((await gateway.ask('/v1/models')).status, 200);
  });
});

describe('A page of the web', () => {
  it('is refused, from whichever origin, and is told nothing that lets it read', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    for (const origin of ['https://evil.example', 'http://localhost:3000', gateway.baseUrl, 'null', '']) {
      for (const method of ['GET', 'POST', 'OPTIONS', 'HEAD']) {
        const headers = { origin, 'access-control-request-method': 'POST' };
        const response = await gateway.ask('/v1/models', { method, headers });
        assert.equal(response.status, 403, `${method} ${origin}`);
        const said = [...response.headers.keys()].filter(name => name.startsWith('access-control'));
        assert.deepEqual(said, []);
      }
    }
  });

  it('comes in from an origin that you allowed, with a key', async () => {
    await using gateway = await openGateway({
      models: [createScriptedModel()],
      origins: () => ['https://app.example'],
    });
    const origin = 'https://app.example';
    const preflight = await fetch(`${gateway.baseUrl}/v1/chat/completions`, {
      method: 'OPTIONS',
      headers: {
        origin,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type',
      },
    });
    assert.equal(preflight.status, 204);
    assert.equal(preflight.headers.get('access-control-allow-origin'), origin);
    assert.equal(preflight.headers.get('access-control-allow-headers'), 'authorization,content-type');
    assert.equal(preflight.headers.get('access-control-allow-credentials'), null);
    const answer = await gateway.ask('/v1/models', { headers: { origin } });
    assert.equal(answer.status, 200);
    assert.equal(answer.headers.get('access-control-allow-origin'), origin);
    assert.equal(answer.headers.get('vary'), 'Origin');
    const exposed = answer.headers.get('access-control-expose-headers') ?? '';
    for (const name of ['x-request-id', 'x-converser-model', 'retry-after', 'mcp-session-id'])
      assert.ok(exposed.split(', ').includes(name), name);
    const plain = await fetch(`${gateway.baseUrl}/mcp`, { method: 'OPTIONS', headers: { origin } });
    assert.deepEqual([plain.status, plain.headers.get('access-control-allow-origin')], [204, origin]);
    const vary = preflight.headers.get('vary') ?? '';
    assert.deepEqual(vary.split(', ').sort(), ['Access-Control-Request-Headers', 'Origin']);
    const keyless = await fetch(`${gateway.baseUrl}/v1/models`, { headers: { origin } });
    assert.equal(keyless.status, 401);
    assert.equal(keyless.headers.get('access-control-allow-origin'), origin);
    const others = ['https://app.example.evil.example', 'http://app.example', 'https://APP.example', 'null'];
    for (const other of others) {
      const response = await gateway.ask('/v1/models', { headers: { origin: other } });
      assert.equal(response.status, 403, other);
      assert.equal(response.headers.get('access-control-allow-origin'), null);
    }
  });

  it('may read streams, failures and MCP there, too', async () => {
    const origin = 'app://obsidian.md';
    await using gateway = await openGateway({
      models: [createScriptedModel(says('Hi.'))],
      origins: () => [origin],
    });
    const messages = [{ role: 'user', content: 'Hello' }];
    const answers = [
      await gateway.post('/v1/chat/completions', { model: 'default', messages, stream: true }, { origin }),
      await gateway.post('/v1/chat/completions', { model: 'unknown', messages }, { origin }),
      await gateway.post('/v1/nothing', {}, { origin }),
      await initialize(gateway, { origin }),
    ];
    const statuses = answers.map(({ status }) => status);
    assert.deepEqual(statuses, [200, 404, 404, 200]);
    for (const { headers } of answers) {
      assert.equal(headers.get('access-control-allow-origin'), origin);
      assert.match(headers.get('vary') ?? '', /(^|, )Origin$/);
    }
    assert.match((await answers[0]?.text()) ?? '', /Hi\..*\[DONE\]/s);
    for (const answer of answers.slice(1)) await answer.text();
  });
});
