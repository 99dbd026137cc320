import { type ChildProcess, execFile } from 'node:child_process';
import type { Clock } from '../../converser/ground/ports.ts';

export interface EndProcessOptions {
  readonly clock: Clock;
  /** In milliseconds, for closing the input and again for SIGTERM. */
  readonly shutdown: number;
}

/** Closes the input, as MCP prescribes, then sends SIGTERM, then SIGKILL to the whole group. Never rejects. */
export async function endProcess(child: ChildProcess, { clock, shutdown }: EndProcessOptions): Promise<void> {
  const over = new AbortController();
  const ended = hasEnded(child)
    ? Promise.resolve()
    : new Promise<void>(resolve => {
        child.once('exit', () => resolve());
        child.once('error', () => resolve());
      });
  void ended.then(() => over.abort('ended'));
  child.stdin?.end();
  await Promise.race([ended, clock.sleep(shutdown, over.signal)]);
  if (!hasEnded(child)) {
    signalTree(child, 'SIGTERM');
    await Promise.race([ended, clock.sleep(shutdown, over.signal)]);
  }
  // Processes may have outlived their leader.
  signalTree(child, 'SIGKILL');
  await ended;
}

export function signalTree(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    // Windows has no process groups, and can ask only programs with windows to end.
    if (!hasEnded(child)) execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => {});
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is empty.
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
