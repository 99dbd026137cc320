import assert from 'node:assert/strict';
import { inspect } from 'node:util';
import { createClientKeys, type KeptKey, keep, newKey } from '../../../src/gateway/guard/client-keys.ts';
import { parseScopes } from '../../../src/gateway/guard/kept-keys.ts';
import { createScriptedModel, says } from '../../fakes/scripted-model.ts';
import { openGateway } from '../support/open-gateway.ts';

const named = (id: string) => ({ ...createScriptedModel(says('Hi.'), says('Hi.')), id });

describe('A key', () => {
  it('is taken from either header, and from both if they agree', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const { baseUrl, key } = gateway;
    const own = { 'x-api-key': key };
    const right = [{ authorization: `Bearer ${key}` }, { authorization: `bearer   ${key}` }, own];
    const wrong = [
      { authorization: `Bearer ${key}`, 'x-api-key': `${key}x` },
      { authorization: 'Bearer wrong', ...own },
      ...[{ authorization: `Basic ${btoa(`user:${key}`)}`, ...own }, { 'x-api-key': `${key}, ${key}` }],
      ...[{ authorization: `Bearer ${key}, Bearer ${key}` }, { 'x-api-key': key.slice(0, -1) }],
      { cookie: `key=${key}` },
    ];
    for (const [status, all] of [
      [200, [...right, { ...right[0], ...own }]],
      [401, wrong],
    ] as const)
      for (const headers of all)
        assert.equal((await fetch(`${baseUrl}/v1/models`, { headers })).status, status, inspect(headers));
    assert.equal((await fetch(`${baseUrl}/v1/models?key=${key}`)).status, 401);
  });

  it('is needed by every method on every route but HEAD /', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const status = async (path: string, method: string) =>
      (await fetch(gateway.baseUrl + path, { method })).status;
    const others = ['/v1/models', '/v1/messages', '/v1/responses', '/mcp', '/health', '/openapi.json', '/x'];
    for (const path of ['/', ...others]) {
      for (const method of ['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS', 'PATCH']) {
        const expected = path === '/' && method === 'HEAD' ? 200 : 401;
        assert.equal(await status(path, method), expected, `${method} ${path}`);
      }
    }
  });

  it('is refused at once when it was taken back, on an open connection, too', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    assert.equal((await gateway.ask('/v1/models')).status, 200);
    gateway.revoke(gateway.key);
    const response = await gateway.ask('/v1/models');
    assert.equal(response.status, 401);
    assert.match(await response.text(), /wrong-key.*|revoked/);
  });

  it('is announced by its client’s name when it is first used, and never if it is wrong', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const other = gateway.admit({ name: 'cline' });
    await gateway.ask('/v1/models', { headers: { authorization: 'Bearer wrong' } });
    assert.deepEqual(gateway.greeted, []);
    await gateway.ask('/v1/models');
    await gateway.ask('/v1/models');
    await gateway.ask('/v1/models', { headers: { authorization: `Bearer ${other}` } });
    assert.deepEqual(gateway.greeted, ['a test', 'cline']);
  });

  it('opens only the models that it is for', async () => {
    const client = { name: 'cline', models: ['scripted/small*'] };
    await using gateway = await openGateway({
      models: ['small', 'small-vision', 'large'].map(named),
      client,
    });
    const { data } = (await (await gateway.ask('/v1/models')).json()) as { data: readonly { id: string }[] };
    const ids = data.map(({ id }) => id);
    assert.deepEqual(ids, ['scripted/small', 'scripted/small-vision']);
    const messages = [{ role: 'user', content: 'Hello' }];
    const post = (model: string) => gateway.post('/v1/chat/completions', { model, messages });
    assert.equal((await post('scripted/small')).status, 200);
    const refused = await post('scripted/large');
    assert.equal(refused.status, 403);
    assert.match(await refused.text(), /The key “cline” may not use scripted\/large/);
    assert.equal((await gateway.ask('/v1/models/scripted/large')).status, 403);
    // Whatever the name is short for, it is one of the client's own.
    assert.equal((await post('default')).headers.get('x-converser-model'), 'scripted/small');
  });
});

describe('A kept key', () => {
  const limits = {
    models: ['anthropic/*'],
    ensembles: ['workspace'],
    bareNames: true,
    requestsPerMinute: 60,
    concurrent: 4,
    dollarsPerDay: 2.5,
  };

  it('opens with the key alone, and holds nothing of it', () => {
    const key = newKey();
    const kept = [keep(key, { name: 'cline', ...limits }), keep(newKey(), { name: 'codex' })];
    assert.ok(!JSON.stringify(kept).includes(key.slice('converser-'.length)));
    const keys = createClientKeys(() => kept);
    assert.deepEqual(keys.open(key)?.client, { name: 'cline', ...limits });
    assert.equal(keys.open(`${key} `), undefined);
    assert.equal(keys.open(''), undefined);
  });

  it('has no limits if one of them is damaged or unknown', () => {
    assert.deepEqual(parseScopes(limits), limits);
    const damages: readonly object[] = [
      ...[{ models: 'anthropic/*' }, { ensembles: [1] }, { bareNames: 'yes' }, { requestsPerMinute: '60' }],
      ...[{ concurrent: -1 }, { dollarsPerDay: null }, { unknownLimit: 1 }],
    ];
    for (const damage of damages)
      assert.equal(parseScopes({ ...limits, ...damage }), undefined, JSON.stringify(damage));
  });

  it('never matches by an empty or a damaged hash', () => {
    const kept: readonly KeptKey[] = [
      { name: 'empty', hash: '' },
      { name: 'short', hash: 'e3b0c442' },
      { name: 'none', hash: '0'.repeat(64) },
    ];
    const keys = createClientKeys(() => kept);
    for (const key of ['', '0', newKey()]) assert.equal(keys.open(key), undefined);
  });
});
