import assert from 'node:assert/strict';
import { once } from 'node:events';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';
import { errors } from '../../../src/converser/ground/errors.ts';
import type { Model } from '../../../src/converser/words/models/provider.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { initialize } from '../support/initialize.ts';
import { type OpenGateway, openGateway } from '../support/open-gateway.ts';
import { head, openSocket } from './raw-socket.ts';

const turn = () => new Promise(resolve => setImmediate(resolve));

/** A model that goes on talking until it is stopped, and counts how often it began and ended. */
function createTalkativeModel() {
  const counts = { begun: 0, ended: 0 };
  const model: Model = {
    ...createScriptedModel(),
    async countTokens(_, signal) {
      counts.begun += 1;
      if (!signal.aborted) await once(signal, 'abort');
      counts.ended += 1;
      throw errors.cancelled();
    },
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

const messages = [{ role: 'user', content: 'Talk.' }];
const mcpHeaders = ['accept: application/json, text/event-stream', 'content-type: application/json'];
const call = { jsonrpc: '2.0', method: 'tools/call', params: { name: 'patience__wait', arguments: {} } };
const envelope = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'x', version: '1' },
  'io.modelcontextprotocol/clientCapabilities': {},
};

/** What a client may leave. */
interface Wanted {
  readonly line: string;
  readonly headers?: readonly string[];
  readonly body?: object;
  /** Its answer comes in many pieces. */
  readonly streams?: boolean;
}

const wires: readonly (readonly [path: string, body: object])[] = [
  ['/v1/chat/completions', { model: 'default', messages }],
  ['/v1/responses', { model: 'default', input: 'Talk.' }],
  ['/v1/messages', { model: 'default', messages, max_tokens: 10 }],
];

function everything(session: string, nextId: () => number): readonly (() => Wanted)[] {
  const old = [...mcpHeaders, `mcp-session-id: ${session}`, 'mcp-protocol-version: 2025-11-25'];
  const current = [...mcpHeaders, 'mcp-protocol-version: 2026-07-28'];
  const fresh = (method: string) => [...current, `mcp-method: ${method}`];
  const calling = [...fresh('tools/call'), 'mcp-name: patience__wait'];
  const withEnvelope = { ...call.params, _meta: envelope };
  const params = { _meta: envelope, notifications: {} };
  const listen = { jsonrpc: '2.0', method: 'subscriptions/listen', params };
  return [
    ...wires.flatMap(([path, asked]) => [
      () => ({ line: `POST ${path}`, body: { ...asked, stream: true }, streams: true }),
      () => ({ line: `POST ${path}`, body: asked }),
    ]),
    () => ({ line: 'POST /v1/messages/count_tokens', body: { model: 'scripted/model', messages } }),
    () => ({ line: 'POST /mcp', headers: old, body: { ...call, id: nextId() } }),
    () => ({ line: 'GET /mcp', headers: old }),
    () => ({ line: 'POST /mcp', headers: calling, body: { ...call, id: nextId(), params: withEnvelope } }),
    () => ({ line: 'POST /mcp', headers: fresh('subscriptions/listen'), body: { ...listen, id: nextId() } }),
  ];
}

/** Connects, sends and reads as far as chance says, and is gone. */
async function leaveAnywhere(
  { baseUrl, key }: OpenGateway,
  { line, headers = [], body, streams = false }: Wanted,
  below: (bound: number) => number,
): Promise<void> {
  const sent = body === undefined ? '' : JSON.stringify(body);
  const lines = [`${line} HTTP/1.1`, 'host: localhost', `x-api-key: ${key}`, ...headers];
  const request = `${head(...lines, `content-length: ${sent.length}`)}${sent}`;
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
      for (let pieces = streams ? below(8) : -1; pieces >= 0; pieces -= 1) await once(socket, 'data');
    }
  }
  for (let turns = below(streams ? 4 : 40); turns > 0; turns -= 1) await turn();
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
    const calls = { begun: 0, ended: 0 };
    const patience = createFakeEnsemble('patience', {
      async wait(_, { signal }) {
        calls.begun += 1;
        if (!signal.aborted) await once(signal, 'abort');
        calls.ended += 1;
        return 'stopped';
      },
    });
    {
      const limits = { running: 8 };
      await using gateway = await openGateway({ models: [model], ensembles: [patience], limits });
      const random = xoroshiro128plus(20_261_122);
      const below = (bound: number) => uniformInt(random, 0, bound - 1);
      let lastId = 0;
      const begun = await initialize(gateway);
      await begun.text();
      const kinds = everything(begun.headers.get('mcp-session-id') ?? '', () => ++lastId);
      for (let round = 0; round < 50; round += 1) {
        const leaving = kinds.flatMap(kind => [kind(), kind()]);
        await Promise.all(leaving.map(wanted => leaveAnywhere(gateway, wanted, below)));
      }
      while (gateway.unanswered > 0) await turn();
      await gateway.untilRequests({ running: 0, waiting: 0 });
      while (counts.begun !== counts.ended || calls.begun !== calls.ended) await turn();
      assert.ok(counts.begun > 200, String(counts.begun));
      assert.ok(calls.begun > 50, String(calls.begun));
      assert.ok(gateway.activity.requests.every(({ state }) => state !== 'running'));
      // The session waits to be used again.
      while (gateway.clock.pending > 1) await turn();
      // Each request that had not ended would wait for its client now; the session's end is all that is left to do.
      gateway.revoke(gateway.key);
      assert.equal(gateway.clock.pending, 2);
      await gateway.clock.advance(100);
      while (gateway.clock.pending > 0) await turn();
      // A client that has gone is worth a line for debugging only.
      const logged = gateway.logged.filter(line => !line.startsWith('debug '));
      assert.deepEqual(logged, []);
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
    const body = JSON.stringify({ model: 'scripted/model', messages, stream: true });
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
