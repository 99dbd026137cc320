import assert from 'node:assert/strict';
import { sessionLimits } from '../../../src/gateway/mcp/http/sessions.ts';
import { createFakeEnsemble } from '../../fakes/fake-ensemble.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';
import { connectHttp, eras } from './clients.ts';
import { envelopeOf2026, headersOf2026, type OpenMcp, openFor, openMcp } from './open-mcp.ts';
import { waitingEnsemble } from './waiting-ensemble.ts';

const hello = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: { name: 'x', version: '1' } },
};
const list = { jsonrpc: '2.0', id: 2, method: 'tools/list', params: {} };
const wait = { jsonrpc: '2.0', id: 3, method: 'tools/call', params: { name: 'patience__wait' } };

describe('/mcp, among programs that mean no good', () => {
  for (const era of eras) {
    it(`negotiates the era of a client of ${era}`, async () => {
      await using client = await openFor(era);
      assert.equal(client.version, era === '2026' ? '2026-07-28' : '2025-11-25');
    });

    it(`answers 50 calls at once, each with its own result, for a client of ${era}`, async () => {
      const echo = createFakeEnsemble('echo', { say: ({ number }) => ({ number: Number(number) }) });
      await using client = await openFor(era, { ensembles: [echo] });
      const numbers = Array.from({ length: 50 }, (_, number) => number);
      const results = await Promise.all(numbers.map(number => client.call('echo__say', { number })));
      assert.deepEqual(
        results.map(({ structuredContent }) => structuredContent),
        numbers.map(number => ({ number })),
      );
    });
  }

  it('knows no session that it has not opened, and none of another key', async () => {
    await using mcp = await openMcp();
    const session = await beginSession(mcp);
    const foreign = { 'mcp-session-id': session, authorization: `Bearer ${mcp.keys.other}` };
    assert.equal((await mcp.post(list, { 'mcp-session-id': session })).status, 200);
    assert.equal((await mcp.post(list, foreign)).status, 404);
    assert.equal((await mcp.post(list, { 'mcp-session-id': 'made-up' })).status, 404);
    assert.equal((await mcp.post(list)).status, 400);
    for (const method of ['GET', 'DELETE']) {
      const headers = { ...foreign, accept: 'text/event-stream' };
      assert.equal((await fetch(mcp.url, { method, headers })).status, 404, method);
    }
    assert.equal((await mcp.post(list, { 'mcp-session-id': session })).status, 200);
  });

  it('ends a session when its client says so, with whatever runs in it', async () => {
    const { ensemble, started, stopped } = waitingEnsemble();
    await using mcp = await openMcp({ ensembles: [ensemble] });
    const session = await beginSession(mcp);
    const headers = { 'mcp-session-id': session };
    const call = await mcp.post(wait, headers);
    await started;
    const authorization = `Bearer ${mcp.keys.one}`;
    const ended = await fetch(mcp.url, { method: 'DELETE', headers: { ...headers, authorization } });
    assert.equal(ended.status, 200);
    await stopped;
    await call.text();
    assert.equal((await mcp.post(list, headers)).status, 404);
  });

  it('forgets a session that nobody uses, but none in which a call runs', async () => {
    const { ensemble, started } = waitingEnsemble();
    await using mcp = await openMcp({ ensembles: [ensemble] });
    const idle = await beginSession(mcp);
    const busy = await beginSession(mcp);
    const leave = new AbortController();
    const call = await fetchCall(mcp, busy, leave.signal);
    await started;
    await mcp.host.clock.advance(sessionLimits.idle);
    await mcp.host.clock.advance(1);
    assert.equal((await mcp.post(list, { 'mcp-session-id': idle })).status, 404);
    assert.equal((await mcp.post(list, { 'mcp-session-id': busy })).status, 200);
    leave.abort();
    await assert.rejects(call.text());
  });

  it('opens a bounded number of sessions, and ends the one that waits longest for another', async () => {
    await using mcp = await openMcp();
    const [oldest, second] = [await beginSession(mcp), await beginSession(mcp)];
    for (let count = 2; count < sessionLimits.sessions; count++) await beginSession(mcp);
    // Now the second one is the one that was not used for longest.
    assert.equal((await mcp.post(list, { 'mcp-session-id': oldest })).status, 200);
    await beginSession(mcp);
    assert.equal((await mcp.post(list, { 'mcp-session-id': oldest })).status, 200);
    assert.equal((await mcp.post(list, { 'mcp-session-id': second })).status, 404);
  });

  it('refuses another session while all are in use', async () => {
    await using mcp = await openMcp();
    // Node ends what a response streams when nothing refers to the response any more.
    const streams: Response[] = [];
    for (let count = 0; count < sessionLimits.sessions; count++) {
      const session = { 'mcp-session-id': await beginSession(mcp) };
      const headers = { ...keyOf(mcp), accept: 'text/event-stream', ...session };
      const stream = await fetch(mcp.url, { headers });
      assert.equal(stream.status, 200);
      streams.push(stream);
    }
    assert.equal((await mcp.post(hello)).status, 429);
    await Promise.all(streams.map(({ body }) => body?.cancel()));
  });

  it('refuses bodies that are too large, too deep, or no JSON', async () => {
    await using mcp = await openMcp();
    const session = { 'mcp-session-id': await beginSession(mcp) };
    const deep = `{"jsonrpc":"2.0","id":1,"method":"tools/list","params":${'['.repeat(100_000)}${']'.repeat(100_000)}}`;
    for (const [body, status] of [
      ['x'.repeat(33 * 1024 * 1024), 413],
      ['{"jsonrpc":', 400],
      [deep, 400],
      ['[]', 400],
      ['null', 400],
      ['', 400],
      ['{"__proto__":{"polluted":true}}', 400],
    ] as const) {
      const response = await mcp.post(body, session);
      assert.equal(response.status, status, body.slice(0, 40));
      assert.match(await response.text(), /"message":"/);
    }
    assert.equal(({} as { readonly polluted?: true }).polluted, undefined);
    assert.equal((await mcp.post(list, { ...session, 'content-type': 'text/plain' })).status, 415);
    assert.equal((await mcp.post(list, { ...session, accept: 'application/json' })).status, 406);
  });

  it('offers a client no more than its key allows, and bare names if its key says so', async () => {
    const [open, closed] = [
      createFakeEnsemble('open', { look, list_models: look }),
      createFakeEnsemble('closed', { see: look }),
    ];
    const scopes = { ensembles: ['open'], bareNames: true, models: ['nothing/*'] };
    await using mcp = await openMcp({ ensembles: [open, closed], models: [createScriptedModel()], scopes });
    await using client = await connectHttp('2026', mcp.url, mcp.keys.other);
    const names = (await client.tools()).map(({ name }) => name);
    const own = ['converse', 'list_conversations', 'list_models'];
    assert.deepEqual(names.sort(), [...own, 'look', 'open__list_models']);
    assert.deepEqual((await client.call('look')).content, [{ type: 'text', text: 'seen' }]);
    assert.deepEqual((await client.call('list_models')).structuredContent, { models: [] });
    await assert.rejects(client.call('closed__see'));
    const asked = await client.call('converse', { prompt: 'Hi', tools: ['closed'] });
    assert.equal(asked.isError, true);
  });

  for (const era of ['2025', '2026'] as const) {
    it(`stops within a second what runs for a client of ${era} that vanishes in mid-call`, async () => {
      const { ensemble, started, stopped } = waitingEnsemble();
      await using mcp = await openMcp({ ensembles: [ensemble] });
      const leave = new AbortController();
      const session = era === '2025' ? await beginSession(mcp) : undefined;
      const call = fetchCall(mcp, session, leave.signal).then(response => response.text());
      const failed = assert.rejects(call);
      await started;
      const left = performance.now();
      leave.abort();
      await failed;
      await stopped;
      assert.ok(performance.now() - left < 1_000);
    });
  }

  it('ends everything when the gateway closes', async () => {
    const { ensemble, started, stopped } = waitingEnsemble();
    const mcp = await openMcp({ ensembles: [ensemble] });
    const call = await fetchCall(mcp, await beginSession(mcp));
    const read = call.text().catch(() => '');
    await started;
    await mcp[Symbol.asyncDispose]();
    await stopped;
    await read;
  });
});

const look = () => 'seen';

function keyOf({ keys }: OpenMcp) {
  return { authorization: `Bearer ${keys.one}` };
}

async function beginSession(mcp: OpenMcp): Promise<string> {
  const response = await mcp.post(hello);
  await response.text();
  const session = response.headers.get('mcp-session-id');
  assert.ok(session);
  return session;
}

/** A call as it goes over the wire, without a client that would say goodbye. */
function fetchCall(mcp: OpenMcp, session?: string, signal?: AbortSignal): Promise<Response> {
  const init = { method: 'POST', ...(signal === undefined ? {} : { signal }) };
  const params = { ...wait.params, arguments: {}, _meta: envelopeOf2026({}) };
  const body = JSON.stringify(session === undefined ? { ...wait, params } : wait);
  const headers = {
    ...keyOf(mcp),
    accept: 'application/json, text/event-stream',
    'content-type': 'application/json',
    ...(session === undefined
      ? headersOf2026('patience__wait')
      : { 'mcp-session-id': session, 'mcp-protocol-version': '2025-11-25' }),
  };
  return fetch(mcp.url, { ...init, body, headers });
}
