import { type ChildProcess, execFile } from 'node:child_process';
import type { Clock } from '../../../converser/ports.ts';

export interface EndProcessOptions {
  readonly clock: Clock;
  /** Milliseconds that it may take to end by itself, and again when it was told to. */
  readonly goodbye: number;
}

/**
 * Ends a process that leads a group of its own, with all that it started: by closing its input, which is how MCP
 * says goodbye, then by asking, then by force. Resolves when the process has ended, and never rejects.
 */
export async function endProcess(child: ChildProcess, { clock, goodbye }: EndProcessOptions): Promise<void> {
  const over = new AbortController();
  const ended = hasEnded(child)
    ? Promise.resolve()
    : new Promise<void>(resolve => {
        child.once('exit', () => resolve());
        child.once('error', () => resolve());
      });
  void ended.then(() => over.abort('ended'));
  child.stdin?.end();
  await Promise.race([ended, clock.sleep(goodbye, over.signal)]);
  if (!hasEnded(child)) {
    signalTree(child, 'SIGTERM');
    await Promise.race([ended, clock.sleep(goodbye, over.signal)]);
  }
  // Also when the leader has ended: what it started may have been left behind.
  signalTree(child, 'SIGKILL');
  await ended;
}

/** Reaches the process and all of its group, of which some may be left when it has ended itself. */
export function signalTree(child: ChildProcess, signal: 'SIGTERM' | 'SIGKILL'): void {
  const { pid } = child;
  if (pid === undefined) return;
  if (process.platform === 'win32') {
    // Windows has no groups, and only asks programs with windows to end.
    if (!hasEnded(child)) execFile('taskkill', ['/pid', String(pid), '/T', '/F'], () => {});
    return;
  }
  try {
    process.kill(-pid, signal);
  } catch {
    // There is nobody left in the group.
  }
}

function hasEnded(child: ChildProcess): boolean {
  return child.pid === undefined || child.exitCode !== null || child.signalCode !== null;
}
