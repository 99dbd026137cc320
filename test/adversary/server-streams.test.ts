import assert from 'node:assert/strict';
import { gzipSync } from 'node:zlib';
import { restrainedAfterRefusals } from '../../src/ensembles/mcp/connection/after-refusals.ts';
import type { ServerLogLine } from '../../src/ensembles/mcp/connection/connection-ports.ts';
import { call, texts } from '../ensembles/mcp/call.ts';
import { aServer } from '../ensembles/mcp/example-definition.ts';
import { type Peer, trials } from '../ensembles/mcp/misbehaviour/misbehaving-trials.ts';
import { fakeProgram, stdio } from '../ensembles/mcp/servers.ts';
import { createFakeClock } from '../fakes/fake-host.ts';
import { type Endless, type EndlessServer, startEndlessServer, type Whole } from './endless-server.ts';

const most = 300 * 2 ** 20;
const long = 'x'.repeat(1_000_000);

const answers: Readonly<Record<string, Endless>> = {
  'JSON without an end': { first: '{"jsonrpc":"', piece: () => long, type: 'application/json' },
  'a line without an end': { first: 'data: {"', piece: () => long },
  'an event of lines without an end': { piece: () => `data: ${long}\n` },
  'an event that could be resumed': { first: 'id: 1\ndata:\n\ndata: {"', piece: () => long },
  'JSON that is small when packed': {
    piece: () => packed,
    type: 'application/json',
    encoding: 'gzip',
  },
  'something else': { piece: () => long, type: 'text/plain' },
};

const packed = gzipSync(Buffer.alloc(16 * 2 ** 20, ' '));

/** A server over Streamable HTTP with a tool that answers without end. */
function answerWith(endless: Endless) {
  return ({ method }: { readonly method?: string | undefined }, body: string): Endless | Whole => {
    if (method !== 'POST') return { status: 405 };
    const { id, method: asked, params } = JSON.parse(body);
    const serverInfo = { name: 'endless', version: '1' };
    const result = (value: object) => ({ json: { jsonrpc: '2.0', id, result: value } });
    if (id === undefined) return { status: 202 };
    if (asked === 'initialize')
      return result({ protocolVersion: params.protocolVersion, capabilities: { tools: {} }, serverInfo });
    if (asked === 'tools/list')
      return result({ tools: ['endless', 'ok'].map(name => ({ name, inputSchema: { type: 'object' } })) });
    if (asked !== 'tools/call')
      return { json: { jsonrpc: '2.0', id, error: { code: -32601, message: 'No.' } } };
    return params.name === 'endless' ? endless : result({ content: [{ type: 'text', text: 'ok' }] });
  };
}

describe('an MCP server over HTTP that answers without end', () => {
  const { connect } = trials();

  async function peerWith(endless: Endless): Promise<Peer & { readonly server: EndlessServer }> {
    const server = await startEndlessServer(answerWith(endless));
    return {
      server,
      transport: { kind: 'http', url: `${server.url}/mcp`, headers: {} },
      heard: async () => {},
      close: () => server.close(),
    };
  }

  for (const [what, endless] of Object.entries(answers)) {
    it(`fails the call, and says why: ${what}`, async () => {
      const { ensemble, peer } = await connect(await peerWith(endless));
      const expected = what === 'something else' ? /content type/i : /larger than 64 MB/;
      await assert.rejects(call(ensemble, 'endless'), expected);
      await peer.server.left;
      const grown = Math.round(peer.server.growth / 2 ** 20);
      assert.ok(peer.server.growth < most, `It grew by ${grown} MB.`);
      assert.deepEqual(texts(await call(ensemble, 'ok')), ['ok']);
    });
  }

  it('hears Stop', async () => {
    const { ensemble, peer } = await connect(await peerWith({ piece: () => `: ${long}\n\n` }));
    const stop = new AbortController();
    const called = call(ensemble, 'endless', { signal: stop.signal });
    await peer.server.untilSent(2_000_000);
    stop.abort();
    await assert.rejects(called);
    await peer.server.left;
  });

  it('is ended where it does so in the stream of the older HTTP with SSE', async () => {
    const first = 'event: endpoint\ndata: /messages\n\n';
    let isEndless = false;
    const endless = { first, piece: () => (isEndless ? long : ': alive\n\n') };
    const server = await startEndlessServer(({ method }, body) => {
      if (method === 'GET') return endless;
      isEndless ||= body.includes('initialize');
      return { status: 202 };
    });
    const transport = { kind: 'sse', url: `${server.url}/sse`, headers: {} } as const;
    await assert.rejects(
      connect({ transport, heard: async () => {}, close: () => server.close() }),
      /larger than 64 MB/,
    );
    assert.ok(server.growth < most);
  });
});

describe('an MCP server over standard streams that sends without end', () => {
  const { connect } = trials();
  const peer = { transport: stdio(fakeProgram('endless-stdio.ts')), heard: async () => {} };

  it('is stopped, and its reason told, at a line without an end', async () => {
    const { ensemble } = await connect(peer);
    await assert.rejects(call(ensemble, 'line'), /larger than 64 MB, so Converser stopped it/);
  });

  it('is stopped if it asks without reading the answers', async () => {
    const { ensemble } = await connect(peer);
    await assert.rejects(call(ensemble, 'pings'), /doesn’t read what it is sent, so Converser stopped it/);
  });

  it('fills its log no faster than it can be read, and what was left out is counted', async () => {
    const { ensemble, ports } = await connect(peer);
    assert.deepEqual(texts(await call(ensemble, 'logs')), ['done']);
    await ensemble.disconnect();
    const logged = ports.logged.filter(({ text }) => text === 'Again.').length;
    const skipped = ports.logged.map(({ text }) => /(\d[\d,]*) messages? skipped/.exec(text)?.[1] ?? '0');
    const left = skipped.reduce((sum, count) => sum + Number(count.replace(',', '')), 0);
    assert.ok(logged < 2_500, `${logged} lines`);
    assert.equal(logged + left, 5_000);
  });
});

describe('an MCP server that asks on after you refused', () => {
  it('is answered for you until a minute is over', async () => {
    const clock = createFakeClock();
    const lines: ServerLogLine[] = [];
    let shown = 0;
    const log = (line: ServerLogLine) => void lines.push(line);
    const { elicit } = restrainedAfterRefusals(
      async () => {
        shown++;
        return { action: 'decline' };
      },
      { server: 's', log, clock },
    );
    const asked = { definition: aServer(), signal: new AbortController().signal };
    const requestedSchema = { type: 'object', properties: {} } as const;
    const question = { mode: 'form', message: 'Your name?', requestedSchema } as const;
    for (let count = 0; count < 500; count++) await elicit(question, asked);
    assert.equal(shown, 3);
    assert.equal(lines.length, 1);
    await clock.advance(60_000);
    await elicit(question, asked);
    assert.equal(shown, 4);
    assert.match(lines.at(-1)?.text ?? '', /^497 questions cancelled/);
  });
});
