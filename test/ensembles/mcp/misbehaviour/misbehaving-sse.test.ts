import assert from 'node:assert/strict';
import { eventually } from '../../../eventually.ts';
import { createFakeClock } from '../../../fakes/fake-host.ts';
import {
  type MisbehavingSse,
  type MisbehavingSseOptions,
  startMisbehavingSse,
} from '../../../fakes/mcp/misbehaving-sse.ts';
import { call } from '../call.ts';
import { never } from '../servers.ts';
import { bearsMisbehaviour } from './misbehaving-any.ts';
import { bearsMisbehaviourOverHttp, type HttpPeer } from './misbehaving-over-http.ts';
import { isFine, isGivenUp, trials } from './misbehaving-trials.ts';

interface SsePeer extends HttpPeer {
  readonly server: MisbehavingSse;
}

async function open(options: MisbehavingSseOptions = {}): Promise<SsePeer> {
  const server = await startMisbehavingSse(options);
  return {
    server,
    door: server,
    transport: { kind: 'sse', url: `${server.url}/sse`, headers: {} },
    heard: note => server.heard(note),
    forget: () => server.forget(),
    close: () => server.close(),
  };
}

const openings = {
  protocolVersion: /^2025-06-18$/,
  hasSessions: true,
  lost: /closed/i,
  open,
  async openLate() {
    const peer = await open();
    peer.server.hold('silent');
    return { ...peer, begin: () => peer.server.release() };
  },
  async openGone() {
    const { transport, heard, server } = await open();
    await server.close();
    return { transport, heard, reason: /^It can’t be reached: .*ECONNREFUSED/ };
  },
};

describe('an MCP server that misbehaves over HTTP with SSE', () => {
  bearsMisbehaviour(openings);
  bearsMisbehaviourOverHttp(openings);
  const { create, connect, refusal } = trials();

  it('is not asked for its version, because some do not answer', async () => {
    const { peer } = await connect(await open());
    const asked = peer.server.seen.filter(method => method !== 'GET');
    assert.deepEqual(asked.slice(0, 2), ['initialize', 'notifications/initialized']);
  });

  it('is connected again by the next call if its stream was cut between two calls', async () => {
    const { ensemble, peer } = await connect(await open());
    peer.server.cut();
    await eventually(ensemble.onDidChange, () => ensemble.state.status === 'failed');
    assert.deepEqual(ensemble.state, {
      status: 'failed',
      error: { code: 'server-unavailable', message: 'The server closed the connection.', retryable: false },
    });
    assert.equal(ensemble.server, 'stopped');
    await isFine(ensemble);
    assert.deepEqual(
      peer.server.seen.filter(method => ['GET', 'initialize'].includes(method)),
      ['GET', 'initialize', 'GET', 'initialize'],
    );
  });

  it('loses the call during which its stream is cut', async () => {
    const { ensemble, peer } = await connect(await open());
    const silent = call(ensemble, 'silent');
    silent.catch(() => {});
    await peer.server.heard('silent was called');
    peer.server.cut();
    await assert.rejects(silent, { code: 'server-lost', retryable: true });
    await isFine(ensemble);
  });

  it('gets no messages at an address of another origin', async () => {
    const other = await startMisbehavingSse();
    const reason = await refusal(await open({ endpoint: `${other.url}/message?session=x` }));
    await other.close();
    assert.match(reason, /origin does not match/);
    assert.deepEqual(other.seen, []);
  });

  it('is not tried again and again if it closes the stream at once', async () => {
    const peer = await open({ hangsUp: true });
    assert.match(await refusal(peer), /closed/);
    assert.equal(peer.server.seen.filter(method => method === 'GET').length, 1);
  });

  it('is given up if it never names the address for messages', async () => {
    const clock = createFakeClock();
    const { ensemble } = create(await open({ endpoint: 'unsaid' }), { clock });
    await isGivenUp(ensemble, { clock });
  });

  it('may be left before it has named the address for messages', async () => {
    const { ensemble, peer } = create(await open({ endpoint: 'unsaid' }));
    const connecting = ensemble.connect(never());
    await peer.server.heard('somebody came');
    await ensemble.disconnect();
    await connecting;
    assert.deepEqual(ensemble.state, { status: 'disconnected' });
  });
});
