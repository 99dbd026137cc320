import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import type { Clock } from '../../../converser/ports.ts';
import { signalTree } from '../../process/end-process.ts';

/** A variable that all processes of one command inherit, by which those are found that have left its group. */
export const markName = 'CONVERSER_COMMAND';

/** Milliseconds for a program to end by itself after SIGTERM. */
const grace = 400;

/** How often it is looked for processes that were started while others were ended. */
const mostRounds = 20;

/** Ends a command with all that it started. Never rejects. */
export async function endTree(
  child: ChildProcess,
  { mark, clock }: { readonly mark: string; readonly clock: Pick<Clock, 'sleep'> },
): Promise<void> {
  const over = new AbortController();
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  child.once('exit', () => over.abort('ended'));
  if (!hasEnded()) {
    signalTree(child, 'SIGTERM');
    await clock.sleep(grace, over.signal);
  }
  await killLeft(child, mark);
}

/**
 * Kills what is left of a command: its group, and on Linux whatever has left the group. Never rejects, and says whether
 * anything was left.
 */
export async function killLeft(child: ChildProcess, mark: string): Promise<boolean> {
  let wasLeft = child.pid !== undefined && process.platform !== 'win32' && isThere(-child.pid);
  for (let round = 0; round < mostRounds; round++) {
    signalTree(child, 'SIGKILL');
    const left = await markedProcesses(mark);
    if (left.length === 0) break;
    wasLeft = true;
    // None of them can start others while the rest is ended.
    for (const pid of left) send(pid, 'SIGSTOP');
    for (const pid of left) send(pid, 'SIGKILL');
  }
  return wasLeft;
}

function isThere(pid: number): boolean {
  return send(pid, 0);
}

/** `false`: it has ended by itself. */
function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

/** Elsewhere than on Linux, other processes' variables can't be read so. */
async function markedProcesses(mark: string): Promise<readonly number[]> {
  if (process.platform !== 'linux') return [];
  const names = await readdir('/proc').catch(() => []);
  const pids = names.filter(name => /^\d+$/.test(name)).map(Number);
  const found = await Promise.all(pids.map(async pid => ((await isMarked(pid, mark)) ? [pid] : [])));
  return found.flat();
}

async function isMarked(pid: number, mark: string): Promise<boolean> {
  if (pid === process.pid) return false;
  const variables = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '');
  return variables.includes(`${markName}=${mark}\0`);
}
