import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createStartSlots } from '../../../../src/ensembles/mcp/process/start-slots.ts';
import { createFakeHost } from '../../../fakes/fake-host.ts';
import { listen } from '../../../fakes/mcp/http-listener.ts';
import { whyFailed } from '../call.ts';
import { endsOfTest, ensemblesOfTest } from '../ends.ts';
import { define, fakeProgram, misbehaving, never } from '../servers.ts';

/** What servers wait at in vain before they begin. */
async function createHangingGate(ends: (() => unknown)[]) {
  const asked = Promise.withResolvers<void>();
  const { url, close } = await listen(() => asked.resolve());
  ends.push(close);
  return { option: `--gate=${url}`, asked: asked.promise };
}

/** Ends are seen by the connections that a process and its child hold; nothing else closes them. */
describe('the processes of an MCP server', () => {
  const undo = endsOfTest();
  const make = ensemblesOfTest(undo);

  async function createTie() {
    const sockets: Promise<Socket>[] = [];
    const waiting: ((socket: Socket) => void)[] = [];
    for (const index of [0, 1]) sockets.push(new Promise(resolve => (waiting[index] = resolve)));
    const server = createServer(socket => waiting.shift()?.(socket.on('error', () => {}).resume()));
    await once(server.listen(0, '127.0.0.1'), 'listening');
    undo.push(() => server.close());
    return {
      port: (server.address() as AddressInfo).port,
      /** Resolves when both live, with what resolves when both have ended. */
      async both() {
        const open = await Promise.all(sockets);
        const closed = Promise.all(open.map(socket => socket.closed || once(socket, 'close')));
        return { ended: () => closed };
      },
    };
  }

  it('all end with the ensemble, even stubborn ones that the server has started', async () => {
    const tie = await createTie();
    const definition = define(misbehaving('--stubborn', `--tie=${tie.port}`));
    const { ensemble } = make(definition, { limits: { shutdown: 100 } });
    await ensemble.connect(never());
    assert.deepEqual(ensemble.state, { status: 'ready' });
    // Whoever is ended before they have begun leaves no trace to wait for.
    const { ended } = await tie.both();
    await ensemble.disconnect();
    await ended();
  });

  it('are ended if they take too long to start', async () => {
    const tie = await createTie();
    const gate = await createHangingGate(undo);
    const limits = { shutdown: 100, start: 4_000, probe: 100 };
    const { ensemble } = make(define(misbehaving(gate.option, `--tie=${tie.port}`)), { limits });
    const both = tie.both();
    await ensemble.connect(never());
    assert.match(whyFailed(ensemble), /Didn’t start within 4 s/);
    await (await both).ended();
  });

  it('do not outlive a host that is killed without warning', async function () {
    if (process.platform === 'win32') this.skip();
    const tie = await createTie();
    const definition = define(misbehaving('--stubborn', `--tie=${tie.port}`));
    const host = spawn(process.execPath, [fakeProgram('doomed-host.ts'), JSON.stringify(definition)], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    undo.push(() => host.kill('SIGKILL'));
    const [said] = await once(host.stdout, 'data');
    assert.equal(String(said), 'ready\n');
    const { ended } = await tie.both();
    host.kill('SIGKILL');
    await ended();
  });
});

describe('the places to start in', () => {
  const ends = endsOfTest();
  const make = ensemblesOfTest(ends);

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
    const ports = { slots: createStartSlots({ clock, count: 1 }) };
    const servers = [misbehaving('--exit'), misbehaving(), misbehaving()].map((transport, index) =>
      make(define(transport, { name: `server-${index}` }), ports),
    );
    await Promise.all(servers.map(({ ensemble }) => ensemble.connect(never())));
    const states = servers.map(({ ensemble }) => ensemble.state.status);
    assert.deepEqual(states, ['failed', 'ready', 'ready']);
  });

  it('start a server beside one that hangs', async () => {
    const gate = await createHangingGate(ends);
    const { clock } = createFakeHost();
    const ports = { slots: createStartSlots({ clock, count: 1 }), limits: { shutdown: 100 } };
    const { ensemble: first } = make(define(misbehaving(gate.option), { name: 'first' }), ports);
    const { ensemble: second } = make(define(misbehaving(), { name: 'second' }), ports);
    const leaving = new AbortController();
    const waiting = first.connect(leaving.signal);
    await gate.asked;
    const connected = second.connect(never());
    await clock.advance(500);
    await connected;
    assert.deepEqual([first.state.status, second.state.status], ['connecting', 'ready']);
    leaving.abort('Seen.');
    await waiting;
  });
});
