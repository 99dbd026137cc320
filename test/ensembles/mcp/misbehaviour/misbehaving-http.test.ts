import assert from 'node:assert/strict';
import { text } from 'node:stream/consumers';
import { isSignInNeeded } from '../../../../src/ensembles/mcp/sign-in/server-account.ts';
import { eventually } from '../../../eventually.ts';
import { startGrowingServer } from '../../../fakes/mcp/growing-server.ts';
import { listen } from '../../../fakes/mcp/http-listener.ts';
import type { Era } from '../../../fakes/mcp/misbehaving-answers.ts';
import { type DiscoveryReply, startMisbehavingHttp } from '../../../fakes/mcp/misbehaving-http.ts';
import { call, texts } from '../call.ts';
import { never, signInsBy } from '../servers.ts';
import { bearsMisbehaviour } from './misbehaving-any.ts';
import { bearsMisbehaviourOverHttp, type HttpPeer } from './misbehaving-over-http.ts';
import { isFine, type Peer, trials } from './misbehaving-trials.ts';

async function open(era: Era): Promise<HttpPeer> {
  const server = await startMisbehavingHttp(era);
  return {
    door: server,
    transport: { kind: 'http', url: `${server.url}/mcp`, headers: {} },
    heard: note => server.heard(note),
    ...(era === 'legacy' && { forget: () => server.forget() }),
    close: () => server.close(),
  };
}

const eras = [
  { era: 'legacy', name: 'of the older era', protocolVersion: /^2025-06-18$/ },
  { era: 'modern', name: 'of the newer era', protocolVersion: /^2026-07-28$/ },
] as const;

for (const { era, name, protocolVersion } of eras) {
  const openings = {
    protocolVersion,
    hasSessions: era === 'legacy',
    lost: /cannot be reached|terminated|closed/,
    open: () => open(era),
    async openLate() {
      const peer = await open(era);
      peer.door.hold('silent');
      return { ...peer, begin: () => peer.door.release() };
    },
    async openGone() {
      const { transport, heard, close } = await open(era);
      await close?.();
      return { transport, heard, reason: /^It can’t be reached: .*ECONNREFUSED/ };
    },
  };

  describe(`an MCP server ${name} that misbehaves over Streamable HTTP`, () => {
    bearsMisbehaviour(openings);
    bearsMisbehaviourOverHttp(openings);
    const { connect } = trials();

    it('fails one call by an answer that isn’t JSON', async () => {
      const { ensemble } = await connect(await open(era));
      await assert.rejects(call(ensemble, 'no_json'), /Its answer isn’t valid JSON/);
      await isFine(ensemble);
    });

    it('loses a call at once that it accepts but does not answer', async () => {
      const { ensemble } = await connect(await open(era));
      for (const name of ['accepted', 'other_answer']) {
        const lost = { code: 'server-lost', message: /It accepted the request, but did not answer it/ };
        await assert.rejects(call(ensemble, name), lost);
        await isFine(ensemble);
      }
    });

    it('answers with a batch', async () => {
      const { ensemble } = await connect(await open(era));
      assert.deepEqual(texts(await call(ensemble, 'batch')), ['of a batch']);
    });

    it('loses only the calls whose answers it cuts off', async () => {
      const { ensemble, peer } = await connect(await open(era));
      const lost = { code: 'server-lost', retryable: true, message: /answer was cut off/ };
      for (const name of ['break_off', 'end_early', 'answer_others']) {
        await assert.rejects(call(ensemble, name), lost);
        await isFine(ensemble);
      }
      const greeting = era === 'legacy' ? 'initialize' : 'server/discover';
      assert.equal(peer.door.seen.filter(method => method === greeting).length, 1);
      assert.equal(peer.door.seen.filter(method => method === 'tools/call').length, 6);
    });
  });
}

describe('an MCP server over Streamable HTTP', () => {
  const { create, connect, refusal } = trials();
  const at = (url: string): Peer => ({
    transport: { kind: 'http', url: `${url}/mcp`, headers: {} },
    heard: async () => {},
  });

  it('offers its new tools when it announces them on the stream for that', async () => {
    const growing = await startGrowingServer();
    const { ensemble } = await connect(at(growing.url));
    assert.match(ensemble.manifest?.protocolVersion ?? '', /^2025-/);
    assert.deepEqual(
      ensemble.invokers.map(({ name }) => name),
      ['grow'],
    );
    await call(ensemble, 'grow');
    await eventually(ensemble.onDidChange, () => ensemble.invokers.some(({ name }) => name === 'added'));
    assert.deepEqual(texts(await call(ensemble, 'added')), ['added']);
    await ensemble.disconnect();
    await growing.close();
  });

  it('is told when its session ends, and is not waited for if it does not answer', async () => {
    const { ensemble, peer } = await connect(await open('legacy'));
    await ensemble.disconnect();
    assert.equal(peer.door.seen.at(-1), 'DELETE');
    const other = await connect(await open('legacy'));
    other.peer.door.refuse(500);
    await other.ensemble.disconnect();
    assert.equal(other.ensemble.server, 'stopped');
  });

  const at400 = (text: string) => ({ status: 400, text });
  const noSession =
    '{"jsonrpc":"2.0","error":{"code":-32000,"message":"No valid session ID provided"},"id":7}';

  it('gets a new session if it reports an unknown one in another way than with a 404', async () => {
    // So do the reference server and many that were made after its example.
    const server = await startMisbehavingHttp();
    const { ensemble } = await connect({ ...at(server.url), close: () => server.close() });
    server.forget(at400(noSession));
    await isFine(ensemble);
    assert.equal(server.seen.filter(method => method === 'initialize').length, 2);
  });

  it('gets a request once if it refuses it for another reason', async () => {
    const server = await startMisbehavingHttp();
    const { ensemble } = await connect({ ...at(server.url), close: () => server.close() });
    server.forget(at400('I do not like this.'));
    await assert.rejects(call(ensemble, 'ok'), { code: 'server-unavailable', message: /not like this/ });
    assert.equal(server.seen.filter(method => method === 'tools/call').length, 1);
  });

  const page = '<!DOCTYPE html>\n<html><head><title>502</title></head><body>It is down</body></html>\n';
  for (const [what, status, body, reason] of [
    ['with a page for browsers', 403, page, /^It requires authorization/],
    ['with a page for browsers', 406, page, /HTTP status 406: Not Acceptable$/],
    ['in many words', 406, 'so \n\u001b'.repeat(10_000), /: so .{300,500}…$/],
    ['with a page elsewhere', 308, page, /Redirect to https:\/\/a\.example\/mcp/],
  ] as const) {
    it(`is told of in one line when it refuses ${what} and the status ${status}`, async () => {
      const headers = { 'content-type': 'text/html', location: 'https://a.example/mcp' };
      const shut = await listen((_, outgoing) => outgoing.writeHead(status, headers).end(body));
      const told = await refusal({ ...at(shut.url), close: () => shut.close() });
      assert.match(told, reason);
      assert.doesNotMatch(told, /[<\p{Cc}]/u);
    });
  }

  const json = 'application/json';
  const error = (id: string, code: number) => () =>
    `{"jsonrpc":"2.0","id":${id},"error":{"code":${code},"message":"What?"}}`;
  const stream = 'text/event-stream';
  const refusals: Readonly<Record<string, DiscoveryReply>> = {
    'an error with id null': { status: 200, body: error('null', -32700) },
    'an error without an id': {
      status: 200,
      body: () => '{"jsonrpc":"2.0","error":{"code":1,"message":"?"}}',
    },
    'the id of another request': { status: 200, body: error('77', -32601) },
    'a result that is null': { status: 200, body: id => `{"jsonrpc":"2.0","id":"${id}","result":null}` },
    'an odd code': { status: 200, body: id => error(`"${id}"`, 7)() },
    'an error with id null on a stream': {
      status: 200,
      type: stream,
      body: () => `data: ${error('null', 1)()}\n\n`,
    },
    'status 202': { status: 202 },
    'status 204': { status: 204 },
    'status 401': { status: 401 },
    'status 403': { status: 403, type: 'text/plain', body: () => 'Forbidden' },
    'status 429': { status: 429 },
    'status 500': { status: 500 },
    'a page with status 502': { status: 502, type: 'text/html', body: () => page },
    'a page': { status: 200, type: 'text/html', body: () => page },
    'half a message': { status: 200, body: () => '{"jsonrpc"' },
    'nothing, and hangs up': {},
  };
  for (const [what, reply] of Object.entries(refusals)) {
    it(`is an old one if it answers the question for its version with ${what}`, async () => {
      const server = await startMisbehavingHttp();
      server.answerDiscovery(reply);
      const { ensemble } = await connect({ ...at(server.url), close: () => server.close() });
      await isFine(ensemble);
      assert.deepEqual(server.seen.slice(0, 2), ['server/discover', 'initialize']);
    });
  }

  it('fails for the reason that it gives in the old way', async () => {
    const shut = await listen(async (incoming, outgoing) => {
      const isGreeting = (await text(incoming)).includes('"initialize"');
      outgoing
        .writeHead(isGreeting ? 418 : 500, { 'content-type': 'text/plain' })
        .end(isGreeting ? 'tea' : 'no');
    });
    assert.match(await refusal({ ...at(shut.url), close: () => shut.close() }), /HTTP status 418: .*tea/);
  });

  for (const [what, type, body, reason] of [
    ['a page', 'text/html', page, /^Its answer isn’t MCP: .*text\/html/],
    ['half a message', json, '{"jsonrpc"', /^Its answer isn’t valid JSON/],
    ['other JSON', json, '{"status":"healthy"}', /^Its answer isn’t valid MCP \([^{}[\]]+\)\.$/],
  ] as const) {
    it(`says in words why it cannot be used if it answers everything with ${what}`, async () => {
      const odd = await listen((_, outgoing) => outgoing.writeHead(200, { 'content-type': type }).end(body));
      assert.match(await refusal({ ...at(odd.url), close: () => odd.close() }), reason);
    });
  }

  it('requires a sign-in even if it says so only over the older transport', async () => {
    // Many have no route at all for what is asked over the newer one, and let nobody in on the other.
    const shut = await listen((incoming, outgoing) => {
      outgoing.writeHead(incoming.method === 'GET' ? 401 : 404).end();
    });
    const peer = { ...at(shut.url), close: () => shut.close() };
    const asked: string[] = [];
    const signIns = signInsBy({
      canHelp: refusal => asked.length === 0 && isSignInNeeded(refusal),
      signIn: async () => void asked.push('sign in'),
    });
    const { ensemble } = create(peer, { signIns });
    await ensemble.connect(never());
    assert.deepEqual(asked, ['sign in']);
    assert.match(await refusal(peer), /^It requires authorization/);
  });

  it('is tried over the older transport only if it does not know the newer', async () => {
    const asked: string[] = [];
    const shut = await listen((incoming, outgoing) => {
      asked.push(incoming.method ?? '');
      outgoing.writeHead(403).end();
    });
    const { ensemble } = create(at(shut.url));
    await ensemble.connect(never());
    assert.equal(ensemble.state.status, 'failed');
    assert.ok(!asked.includes('GET'), asked.join());
    await shut.close();
  });
});
