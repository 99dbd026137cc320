import assert from 'node:assert/strict';
import { ordinaryServerLimits } from '../../../../src/ensembles/mcp/connection/connection-ports.ts';
import type { ServerTransport } from '../../../../src/ensembles/mcp/definition/server-definition.ts';
import type { McpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { eventually } from '../../../eventually.ts';
import type { FakeClock } from '../../../fakes/fake-host.ts';
import type { Note } from '../../../fakes/mcp/misbehaving-answers.ts';
import { call, texts, whyFailed } from '../call.ts';
import { endsOfTest, ensemblesOfTest, type Made } from '../ends.ts';
import { define, never, type SomePorts, type TriedPorts } from '../servers.ts';

/** A server that can be reached. */
export interface Peer {
  readonly transport: ServerTransport;
  /** Resolves when the server has been heard to say so. */
  heard(note: Note, ports: TriedPorts): Promise<unknown>;
  close?(): Promise<void>;
}

export interface Openings<P extends Peer> {
  readonly protocolVersion: RegExp;
  /** Why a call is lost in which it dies. */
  readonly lost: RegExp;
  open(): Promise<P>;
  /** One that does not begin before it is told to. */
  openLate(): Promise<Peer & { begin(): void }>;
  /** One that has ended at its start, and what it is said to be the matter with it. */
  openGone(): Promise<Peer & { readonly reason: RegExp }>;
}

/** No test waits for these; they bound what is left behind when one fails. */
export const limits = { shutdown: 300, debounce: 10 };

export interface Tried<P> extends Made {
  readonly peer: P;
}

/** Ensembles that are gone when their test is over, with their servers. Call it inside a `describe`. */
export function trials() {
  const ends = endsOfTest();
  const make = ensemblesOfTest(ends);

  function create<P extends Peer>(peer: P, more: SomePorts = {}): Tried<P> {
    ends.push(() => peer.close?.());
    return { peer, ...make(define(peer.transport), { limits, ...more }) };
  }

  return {
    create,
    async connect<P extends Peer>(peer: P, more: SomePorts = {}): Promise<Tried<P>> {
      const tried = create(peer, more);
      await tried.ensemble.connect(never());
      assert.deepEqual(tried.ensemble.state, { status: 'ready' });
      return tried;
    },
    /** Why it cannot be connected. */
    async refusal(peer: Peer, more: SomePorts = {}): Promise<string> {
      const { ensemble } = create(peer, more);
      await ensemble.connect(never());
      assert.equal(ensemble.server, 'stopped');
      return whyFailed(ensemble);
    },
  };
}

export async function isFine(ensemble: McpEnsemble): Promise<void> {
  assert.deepEqual(texts(await call(ensemble, 'ok')), ['ok {}']);
  assert.deepEqual(ensemble.state, { status: 'ready' });
}

/** Connects, and waits until that has taken longer than anybody waits. What is done `after` lets the server go on. */
export async function isGivenUp(
  ensemble: McpEnsemble,
  { clock, after = () => {} }: { readonly clock: FakeClock; readonly after?: () => void },
): Promise<void> {
  const connecting = ensemble.connect(never());
  await eventually(ensemble.onDidChange, () => ensemble.state.status === 'connecting');
  await clock.advance(ordinaryServerLimits.firstSight);
  await connecting;
  assert.equal(ensemble.server, 'starting');
  await clock.advance(ordinaryServerLimits.start);
  after();
  await eventually(ensemble.onDidChange, () => /Didn’t start within 2 min/.test(whyFailed(ensemble)));
  assert.equal(ensemble.server, 'stopped');
}
