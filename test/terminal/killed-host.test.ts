import assert from 'node:assert/strict';
import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer, type Server } from 'node:net';
import path from 'node:path';
import { fakeProgram } from '../ensembles/mcp/servers.ts';
import { eventually, often } from '../eventually.ts';
import { describedServer } from './described.ts';
import { mainFile, tempRoot } from './run-converse.ts';

const stubborn = fakeProgram('misbehaving-stdio.ts');

/** Each server and a child of each hold a connection, which nothing closes but their end. */
const connections = 4;

describe('the servers of a host that is killed', () => {
  it('leave no process behind after SIGKILL and SIGTERM, however they were started and whatever they ignore', async function () {
    if (process.platform === 'win32') this.skip();
    await Promise.all([killHost('SIGKILL'), killHost('SIGTERM')]);
  });
});

/** Resolves once nothing is left of the host and its servers. */
async function killHost(signal: NodeJS.Signals): Promise<void> {
  const lifelines = await createLifelines();
  await using state = await tempRoot();
  await using folder = await tempRoot({
    'direct.toml': describedServer('direct', [process.execPath, stubborn, ...lifelines.options]),
    'fetched.toml': describedServer('fetched', ['npx', '-c', npxCommand(lifelines.options)]),
  });
  const options = ['--root', state.path, '--ensembles', folder.path, '--allow', 'direct:silent'];
  // It asks a server that never answers, so it is killed in mid-call.
  const host = spawn(process.execPath, [mainFile, ...options, '/invoke direct:silent {}'], {
    env: { ...process.env, XDG_STATE_HOME: path.join(state.path, 'state') },
    stdio: 'ignore',
  });
  try {
    const allEnded = await lifelines.untilOpen();
    assert.ok(processesOf(lifelines.port).length >= connections);
    host.kill(signal);
    await Promise.all([once(host, 'exit'), allEnded()]);
    // What stands between the host and a server, such as a shell, holds no connection, and ends with it.
    await eventually(often, () => processesOf(lifelines.port).length === 0);
  } finally {
    host.kill('SIGKILL');
    for (const pid of processesOf(lifelines.port)) process.kill(pid, 'SIGKILL');
    lifelines.server.close();
  }
}

/** `npx` starts a shell, and the shell starts the server. Nothing has to be fetched for that. */
function npxCommand(options: readonly string[]): string {
  return [process.execPath, stubborn, ...options].map(part => `'${part}'`).join(' ');
}

interface Lifelines {
  readonly server: Server;
  readonly port: number;
  /** What the servers have to be started with. */
  readonly options: readonly string[];
  /** All of them live by then; what it resolves to waits until all of them have ended. */
  untilOpen(): Promise<() => Promise<unknown>>;
}

async function createLifelines(): Promise<Lifelines> {
  const allOpen = Promise.withResolvers<void>();
  const ends: Promise<unknown>[] = [];
  const server = createServer(socket => {
    socket.on('error', () => {}).resume();
    ends.push(new Promise(resolve => socket.once('close', resolve)));
    if (ends.length === connections) allOpen.resolve();
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    server,
    port,
    options: ['--stubborn', `--tie=${port}`],
    async untilOpen() {
      await allOpen.promise;
      return () => Promise.all(ends);
    },
  };
}

/** Of the process table, what names the port: the servers, their children, and whoever started them. */
function processesOf(port: number): readonly number[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes(`--tie=${port}`) || line.includes(`connect(${port},`))
    .map(line => Number.parseInt(line, 10));
}
