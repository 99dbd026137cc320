import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { createMcpEnsemble } from '../../../../src/ensembles/mcp/ensemble/mcp-ensemble.ts';
import { whyFailed } from '../call.ts';
import { createPorts, define, fakeProgram, misbehaving, never } from '../servers.ts';

/** Ends are seen by the connections that a process and its child hold; nothing else closes them. */
describe('the processes of an MCP server', () => {
  const undo: (() => void)[] = [];
  afterEach(() => {
    for (const step of undo.splice(0).reverse()) step();
  });

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
    const ports = createPorts({ limits: { shutdown: 100 } });
    const ensemble = createMcpEnsemble(define(misbehaving('--stubborn', `--tie=${tie.port}`)), ports);
    await ensemble.connect(never());
    assert.deepEqual(ensemble.state, { status: 'ready' });
    // Whoever is ended before they have begun leaves no trace to wait for.
    const { ended } = await tie.both();
    await ensemble.disconnect();
    await ended();
  });

  it('are ended if they take too long to start', async () => {
    const tie = await createTie();
    const gate = createServer(() => {});
    await once(gate.listen(0, '127.0.0.1'), 'listening');
    undo.push(() => gate.close());
    const url = `http://127.0.0.1:${(gate.address() as AddressInfo).port}`;
    const ports = createPorts({ limits: { shutdown: 100, start: 4_000, probe: 100 } });
    const ensemble = createMcpEnsemble(define(misbehaving(`--gate=${url}`, `--tie=${tie.port}`)), ports);
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
