import assert from 'node:assert/strict';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { openGateway } from '../support/open-gateway.ts';

describe('Requests a minute', () => {
  it('are refused above what the key allows, and allowed again as time goes on', async () => {
    const client = { name: 'cline', requestsPerMinute: 3 };
    await using gateway = await openGateway({ models: [createScriptedModel()], client });
    const ask = async () => {
      const { status, headers } = await gateway.ask('/v1/models');
      const said = (name: string) => headers.get(`x-ratelimit-${name}-requests`);
      return [status, said('limit'), said('remaining'), said('reset'), headers.get('retry-after')];
    };
    assert.deepEqual(await ask(), [200, '3', '2', '60s', null]);
    await gateway.clock.advance(20_000);
    assert.deepEqual(await ask(), [200, '3', '1', '60s', null]);
    assert.deepEqual(await ask(), [200, '3', '0', '60s', null]);
    assert.deepEqual(await ask(), [429, '3', '0', '60s', '40']);
    await gateway.clock.advance(39_999);
    assert.deepEqual(await ask(), [429, '3', '0', '21s', '1']);
    await gateway.clock.advance(1);
    assert.deepEqual(await ask(), [200, '3', '0', '60s', null]);
  });

  it('are said in the words of the caller’s vendor, and of nobody without a limit', async () => {
    const client = { name: 'claude', requestsPerMinute: 1 };
    await using gateway = await openGateway({ models: [createScriptedModel()], client });
    const headers = { 'anthropic-version': '2023-06-01' };
    const first = await gateway.ask('/v1/models', { headers });
    assert.equal(first.headers.get('anthropic-ratelimit-requests-limit'), '1');
    assert.equal(first.headers.get('anthropic-ratelimit-requests-remaining'), '0');
    assert.equal(first.headers.get('anthropic-ratelimit-requests-reset'), '2026-01-01T00:01:00.000Z');
    assert.equal(first.headers.get('x-ratelimit-limit-requests'), null);
    const second = await gateway.ask('/v1/models', { headers });
    assert.equal(second.status, 429);
    assert.match(
      await second.text(),
      /"type":"rate_limit_error","message":"This key may make 1 request a minute/,
    );

    const free = { ...headers, authorization: `Bearer ${gateway.admit({ name: 'free' })}` };
    const unlimited = await gateway.ask('/v1/models', { headers: free });
    assert.equal(unlimited.status, 200);
    assert.deepEqual(
      [...unlimited.headers.keys()].filter(name => name.includes('ratelimit')),
      [],
    );
  });

  it('are counted for each client alone', async () => {
    await using gateway = await openGateway({ models: [createScriptedModel()] });
    const keys = ['one', 'two'].map(name => gateway.admit({ name, requestsPerMinute: 1 }));
    const status = async (key = '') =>
      (await gateway.ask('/v1/models', { headers: { authorization: `Bearer ${key}` } })).status;
    assert.deepEqual([await status(keys[0]), await status(keys[0]), await status(keys[1])], [200, 429, 200]);
  });
});
