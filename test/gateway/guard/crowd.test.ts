import assert from 'node:assert/strict';
import { request } from 'node:http';
import { text } from 'node:stream/consumers';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { connectHttp } from '../mcp/clients.ts';
import { type OpenGateway, openGateway } from '../support/open-gateway.ts';

/** A model that counts how many of its replies run at the same time, and holds them back until it is told. */
function createHeldModel() {
  const counts = { running: 0, most: 0 };
  const { promise: gate, resolve: release } = Promise.withResolvers<void>();
  const model: Model = {
    ...createScriptedModel(),
    async *reply() {
      counts.running += 1;
      counts.most = Math.max(counts.most, counts.running);
      try {
        yield { type: 'text-delta', text: 'Hi' };
        await gate;
        for (let at = 0; at < 20; at += 1) yield { type: 'text-delta', text: '.' };
        yield { type: 'finish', reason: 'stop' };
      } finally {
        counts.running -= 1;
      }
    },
  };
  return { model, release, counts };
}

const messages = [{ role: 'user', content: 'Hello' }];
const body = JSON.stringify({ model: 'scripted/model', messages, stream: true });

/** What a stream says, and the order in which streams began. */
function stream({ baseUrl }: OpenGateway, key: string, onBegin: () => void): Promise<string> {
  return new Promise((resolve, reject) => {
    const headers = { authorization: `Bearer ${key}`, 'content-length': body.length };
    request(`${baseUrl}/v1/chat/completions`, { method: 'POST', headers }, response => {
      onBegin();
      text(response).then(resolve, reject);
    })
      .on('error', reject)
      .end(body);
  });
}

describe('200 streams at once', () => {
  it('are all answered, never more than 32 at a time, and neither client keeps the other waiting', async () => {
    const held = createHeldModel();
    await using gateway = await openGateway({ models: [held.model] });
    const begun: string[] = [];
    const ask = (name: string, key: string) => stream(gateway, key, () => begun.push(name));
    const [first, second] = [gateway.admit({ name: 'first' }), gateway.admit({ name: 'second' })];
    const many = Array.from({ length: 150 }, () => ask('first', first));
    await gateway.untilRequests({ running: 32, waiting: 118 });
    const few = Array.from({ length: 50 }, () => ask('second', second));
    await gateway.untilRequests({ running: 32, waiting: 168 });
    assert.equal(held.counts.running, 32);
    held.release();
    for (const said of await Promise.all([...many, ...few])) assert.match(said, /data: \[DONE\]\n\n$/);
    assert.equal(begun.length, 200);
    assert.deepEqual(held.counts, { running: 0, most: 32 });
    // Until it has as many as the other, the second client gets each free place, and half of them afterwards.
    const next = begun.slice(32, 32 + 60).filter(name => name === 'second').length;
    assert.ok(next >= 25, `${next} of 60`);
    await gateway.untilRequests({ running: 0, waiting: 0 });
  });

  it('are refused in the caller’s shape where more wait than may', async () => {
    const held = createHeldModel();
    await using gateway = await openGateway({ models: [held.model], limits: { running: 2, waiting: 3 } });
    const streams = Array.from({ length: 5 }, () => stream(gateway, gateway.key, () => {}));
    await gateway.untilRequests({ running: 2, waiting: 3 });
    for (const path of ['/v1/chat/completions', '/v1/messages']) {
      const refused = await gateway.ask(path, { method: 'POST', body });
      assert.equal(refused.status, 429);
      assert.equal(refused.headers.get('retry-after'), '5');
      assert.match(await refused.text(), /2 requests are being answered, and too many are waiting/);
    }
    held.release();
    for (const said of await Promise.all(streams)) assert.match(said, /\[DONE\]/);
  });
});

describe('An MCP client', () => {
  it('waits for a place with each reply of a model, and with nothing else', async () => {
    const held = createHeldModel();
    const client = { name: 'modest', concurrent: 1 };
    await using gateway = await openGateway({ models: [held.model], client });
    const url = new URL(`${gateway.baseUrl}/mcp`);
    const clients = await Promise.all([1, 2, 3].map(() => connectHttp('2026', url, gateway.key)));
    const calls = clients.map(each => each.call('converse', { prompt: 'Hello' }));
    await gateway.untilRequests({ running: 1, waiting: 2 });
    // Its calls themselves do not wait, so that it could answer what one of them asks.
    for (const each of clients) assert.ok((await each.tools()).length > 0);
    held.release();
    for (const { content } of await Promise.all(calls)) assert.match(JSON.stringify(content), /Hi/);
    await gateway.untilRequests({ running: 0, waiting: 0 });
    for (const each of clients) await each[Symbol.asyncDispose]();
  });
});
