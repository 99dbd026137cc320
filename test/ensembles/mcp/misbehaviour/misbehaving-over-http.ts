import assert from 'node:assert/strict';
import { createFakeClock } from '../../../fakes/fake-host.ts';
import type { MisbehavingDoor } from '../../../fakes/mcp/misbehaving-door.ts';
import { call, texts } from '../call.ts';
import { type SomePorts, signInsBy } from '../servers.ts';
import { isFine, isGivenUp, type Openings, type Peer, trials } from './misbehaving-trials.ts';

export interface HttpPeer extends Peer {
  /** Absent where there are no sessions. */
  forget?(): void;
  readonly door: MisbehavingDoor;
}

const unauthorized = { code: 'server-unavailable', message: /requires authorization/ };

/** How servers are borne that misbehave as only servers over HTTP can. Call it inside a `describe`. */
export function bearsMisbehaviourOverHttp(
  openings: Openings<HttpPeer> & { readonly hasSessions: boolean },
): void {
  const { create, connect, refusal } = trials();
  const open = async (more: SomePorts = {}) => connect(await openings.open(), more);
  const times = ({ door }: HttpPeer, method: string) => door.seen.filter(seen => seen === method).length;

  it('gets a request once if it dies of it', async () => {
    const { ensemble, peer } = await open();
    await assert.rejects(call(ensemble, 'die'), { code: 'server-lost' });
    await isFine(ensemble);
    assert.equal(times(peer, 'tools/call'), 2);
  });

  it('is cancelled if it answers a call with empty lines only', async () => {
    const { ensemble, ports, peer } = await open();
    const stop = new AbortController();
    const slow = call(ensemble, 'drip', { signal: stop.signal });
    slow.catch(() => {});
    await peer.heard('drip was called', ports);
    stop.abort('enough');
    await assert.rejects(slow);
    await isFine(ensemble);
  });

  it('is given up if its handshake never ends', async () => {
    const peer = await openings.open();
    peer.door.hold('dripping');
    const clock = createFakeClock();
    const { ensemble } = create(peer, { clock });
    await isGivenUp(ensemble, { clock });
  });

  if (openings.hasSessions) {
    it('gets a new session if it has forgotten the old one, and then answers the same call', async () => {
      const { ensemble, peer } = await open();
      peer.forget?.();
      await isFine(ensemble);
      assert.equal(times(peer, 'initialize'), 2);
    });
  }

  it('is not asked again and again if it forgets every session at once', async () => {
    const { ensemble, peer } = await open();
    peer.door.refuse(404);
    await assert.rejects(call(ensemble, 'ok'), { code: /^server-(unavailable|lost)$/, message: /404/ });
    assert.equal(times(peer, 'tools/call'), 1);
    peer.door.refuse(undefined);
    await isFine(ensemble);
  });

  it('is distinguished from an address without an MCP server', async () => {
    const peer = await openings.open();
    peer.door.refuse(404);
    assert.match(await refusal(peer), /^It answered with HTTP status 404/);
  });

  for (const status of [401, 403]) {
    it(`says that it requires authorization if it answers ${status}, also at its start`, async () => {
      const peer = await openings.open();
      peer.door.refuse(status);
      assert.match(await refusal(peer), /^It requires authorization/);
    });
  }

  it('keeps its connection if it says that a token has expired', async () => {
    const { ensemble, peer } = await open();
    const greeted = peer.door.seen.length;
    peer.door.refuse(401);
    await assert.rejects(call(ensemble, 'ok'), unauthorized);
    peer.door.refuse(undefined);
    await isFine(ensemble);
    assert.deepEqual(peer.door.seen.slice(greeted), ['tools/call', 'tools/call']);
  });

  it('gets a new token if the old one has expired, and then answers the same call', async () => {
    const peer = await openings.open();
    peer.door.want('first');
    const { ensemble } = await connect(peer, { signIns: renewing(['first', 'second']) });
    peer.door.want('second');
    assert.deepEqual(texts(await call(ensemble, 'ok')), ['ok {}']);
    assert.equal(times(peer, 'tools/call'), 2);
    peer.door.want('third');
    await assert.rejects(call(ensemble, 'ok'), unauthorized);
  });
}

/** Somebody who is signed in, with a token that gives the next one when it has expired, as long as there are any. */
function renewing(tokens: readonly [string, ...string[]]): NonNullable<SomePorts['signIns']> {
  let [token, ...left] = tokens;
  const onUnauthorized = async () => {
    token = left.shift() ?? token;
  };
  return signInsBy({ authProvider: { token: async () => token, onUnauthorized } });
}
