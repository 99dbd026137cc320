import assert from 'node:assert/strict';
import { once } from 'node:events';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import type { Model } from '../../../src/converser/models/provider.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { type OpenGateway, openGateway } from '../support/open-gateway.ts';
import { head, openSocket } from './raw-socket.ts';

const turn = () => new Promise(resolve => setImmediate(resolve));

/** A model that goes on talking until it is stopped, and counts how often it began and ended. */
function createTalkativeModel() {
  const counts = { begun: 0, ended: 0 };
  const model: Model = {
    ...createScriptedModel(),
    async *reply(_, signal) {
      counts.begun += 1;
      try {
        while (!signal.aborted) {
          yield { type: 'text-delta', text: 'and so on '.repeat(20) };
          await turn();
        }
      } finally {
        counts.ended += 1;
      }
    },
  };
  return { model, counts };
}

const body = JSON.stringify({
  model: 'scripted/model',
  messages: [{ role: 'user', content: 'Talk.' }],
  stream: true,
});

/** Connects, sends and reads as far as chance says, and is gone. */
async function leaveAnywhere({ baseUrl, key }: OpenGateway, below: (bound: number) => number): Promise<void> {
  const lines = ['POST /v1/chat/completions HTTP/1.1', 'host: localhost', `x-api-key: ${key}`];
  const request = `${head(...lines, `content-length: ${body.length}`)}${body}`;
  const socket = await openSocket(baseUrl);
  switch (below(4)) {
    case 0:
      socket.write(request.slice(0, below(request.length)));
      break;
    case 1:
      socket.write(request);
      break;
    case 2:
      socket.write(request + request.slice(0, below(request.length)));
      break;
    default: {
      socket.write(request);
      for (let pieces = below(8); pieces >= 0; pieces -= 1) await once(socket, 'data');
    }
  }
  for (let turns = below(4); turns > 0; turns -= 1) await turn();
  if (below(2) === 0) socket.resetAndDestroy();
  else socket.destroy();
}

/** What keeps the process alive and did not before. Other tests' connections may close in the meantime. */
function openedSince(before: readonly string[]): readonly string[] {
  const left = [...before];
  return process.getActiveResourcesInfo().filter(kind => {
    const known = left.indexOf(kind);
    if (known !== -1) left.splice(known, 1);
    return known === -1;
  });
}

describe('A client that leaves', () => {
  it('leaves nothing behind, wherever it does so, a thousand times', async () => {
    // The test's own time limit begins with its first wait.
    await turn();
    const before = process.getActiveResourcesInfo();
    const warnings: string[] = [];
    const warn = ({ message }: Error) => void warnings.push(message);
    process.on('warning', warn);
    const { model, counts } = createTalkativeModel();
    {
      await using gateway = await openGateway({ models: [model], limits: { running: 8 } });
      const random = xoroshiro128plus(20_261_122);
      const below = (bound: number) => uniformInt(random, 0, bound - 1);
      for (let left = 1_000; left > 0; left -= 20)
        await Promise.all(Array.from({ length: 20 }, () => leaveAnywhere(gateway, below)));
      for (;;) {
        const { requests } = (await (await gateway.ask('/health')).json()) as { requests: object };
        if (Object.values(requests).every(count => count === 0) && counts.begun === counts.ended) break;
      }
      assert.ok(counts.begun > 200, String(counts.begun));
      assert.equal(gateway.clock.pending, 0);
      assert.ok(gateway.activity.requests.every(({ state }) => state !== 'running'));
      assert.deepEqual(gateway.logged, []);
    }
    // What is closed is gone a little later.
    const late = Date.now() + 30_000;
    while (openedSince(before).length > 0 && Date.now() < late) await turn();
    process.off('warning', warn);
    assert.deepEqual(openedSince(before), []);
    assert.deepEqual(warnings, []);
  });

  it('stops the model, and gives its place to the next one', async () => {
    const { model, counts } = createTalkativeModel();
    await using gateway = await openGateway({ models: [model], limits: { running: 1 } });
    const init = { method: 'POST', body };
    const leaving = new AbortController();
    const first = await gateway.ask('/v1/chat/completions', { ...init, signal: leaving.signal });
    assert.equal(first.status, 200);
    const next = gateway.ask('/v1/chat/completions', init);
    leaving.abort();
    const second = await next;
    assert.equal(second.status, 200);
    await second.body?.cancel();
    while (counts.ended < 2) await turn();
    assert.deepEqual(counts, { begun: 2, ended: 2 });
  });
});
