import { execFileSync } from 'node:child_process';
import { once } from 'node:events';
import { type AddressInfo, createServer } from 'node:net';
import { eventually, often } from '../../eventually.ts';

/** What the process table holds of one process. */
export interface TableEntry {
  readonly pid: number;
  readonly parent: number;
}

/** Processes that are known by a port, which stands in the command line of each. */
export interface MarkedProcesses {
  /** What a server is started with to be one of them, and to bring a child that is one, too. */
  readonly option: string;
  alive(): readonly TableEntry[];
  /** Resolves once there are as many; they are read from the process table, which tells nobody when it changes. */
  untilAlive(count: number): Promise<readonly TableEntry[]>;
  /** Resolves once none of these is left. */
  untilGone(them: readonly TableEntry[]): Promise<void>;
  /** Leaves nothing behind, whatever came of the test. */
  close(): void;
}

/** It listens on the port, because a process that ties itself to it ends when nobody is there. */
export async function markedProcesses(): Promise<MarkedProcesses> {
  const server = createServer(socket => socket.on('error', () => {}).resume());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const alive = () => processesOf(port);
  return {
    option: `--tie=${port}`,
    alive,
    async untilAlive(count) {
      return eventually(often, () => {
        const them = alive();
        return them.length === count && them;
      });
    },
    async untilGone(them) {
      const pids = new Set(them.map(({ pid }) => pid));
      await eventually(often, () => !alive().some(({ pid }) => pids.has(pid)));
    },
    close() {
      for (const { pid } of alive()) process.kill(pid, 'SIGKILL');
      server.close();
    },
  };
}

/** `ps` is there wherever this suite runs: on Windows it runs in no VS Code. */
function processesOf(port: number): readonly TableEntry[] {
  return execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .filter(line => line.includes(`--tie=${port}`) || line.includes(`connect(${port},`))
    .map(line => line.trim().split(/\s+/, 2).map(Number))
    .map(([pid = 0, parent = 0]) => ({ pid, parent }));
}
