import assert from 'node:assert/strict';
import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createMcpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { createStartSlots } from '../../../../src/ensembles/mcp/process/start-slots.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';
import { createPorts, define, misbehaving, never } from '../servers.ts';

describe('the places to start in', () => {
  /** Takes places one after another, and tells which were given so far. */
  function take(...signals: readonly AbortSignal[]) {
    const { clock } = createFakeHost();
    const places = createStartSlots({ clock, count: 2 });
    const given: number[] = [];
    const taken = signals.map(async (signal, index) => {
      const place = await places.take(signal);
      given.push(index);
      return place;
    });
    return { clock, given, taken };
  }

  it('are taken in the order of the requests, each as soon as one is free', async () => {
    const { clock, given, taken } = take(never(), never(), never(), never());
    await clock.advance(0);
    assert.deepEqual(given, [0, 1]);
    (await taken[1])?.dispose();
    await taken[2];
    assert.deepEqual(given, [0, 1, 2]);
    (await taken[0])?.dispose();
    await taken[3];
  });

  it('are kept by hanging servers for half a second and no longer', async () => {
    const { clock, given } = take(never(), never(), never());
    await clock.advance(0);
    await clock.advance(499);
    assert.deepEqual(given, [0, 1]);
    await clock.advance(1);
    assert.deepEqual(given, [0, 1, 2]);
  });

  it('are not kept for those who no longer wait', async () => {
    const leaving = new AbortController();
    const { clock, given, taken } = take(never(), never(), leaving.signal, never());
    await clock.advance(0);
    leaving.abort('Stopped.');
    await assert.rejects(taken[2] ?? Promise.resolve(), { code: 'cancelled' });
    (await taken[0])?.dispose();
    await taken[3];
    assert.deepEqual(given, [0, 1, 3]);
  });

  it('are left by servers as soon as they are connected, or have failed', async () => {
    const { clock } = createFakeHost();
    const ports = createPorts({ slots: createStartSlots({ clock, count: 1 }) });
    const servers = [misbehaving('--exit'), misbehaving(), misbehaving()].map((transport, index) =>
      createMcpEnsemble(define(transport, { name: `server-${index}` }), ports),
    );
    await Promise.all(servers.map(server => server.connect(never())));
    const states = servers.map(({ state }) => state.status);
    await Promise.all(servers.map(server => server.disconnect()));
    assert.deepEqual(states, ['failed', 'ready', 'ready']);
  });

  it('start a server beside one that hangs', async () => {
    const gate = createServer(() => {});
    await once(gate.listen(0, '127.0.0.1'), 'listening');
    const hanging = misbehaving(`--gate=http://127.0.0.1:${(gate.address() as AddressInfo).port}`);
    const { clock } = createFakeHost();
    const ports = createPorts({ slots: createStartSlots({ clock, count: 1 }), limits: { shutdown: 100 } });
    const [first, second] = [hanging, misbehaving()].map((transport, index) =>
      createMcpEnsemble(define(transport, { name: `server-${index}` }), ports),
    );
    const asked = once(gate, 'request');
    const leaving = new AbortController();
    const waiting = first?.connect(leaving.signal);
    await asked;
    const connected = second?.connect(never());
    await clock.advance(500);
    await connected;
    assert.deepEqual([first?.state.status, second?.state.status], ['connecting', 'ready']);
    leaving.abort('Seen.');
    await Promise.all([waiting, first?.disconnect(), second?.disconnect()]);
    gate.closeAllConnections();
    gate.close();
  });
});
