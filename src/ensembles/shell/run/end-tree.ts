import type { ChildProcess } from 'node:child_process';
import { readdir, readFile } from 'node:fs/promises';
import type { Clock } from '../../../converser/ground/ports.ts';
import { signalTree } from '../../process/end-process.ts';

/** All processes of a command inherit this variable, which finds those that have left its group. */
export const markName = 'CONVERSER_COMMAND';

/** In milliseconds, after SIGTERM. */
const grace = 400;

const mostRounds = 20;

/** Some programs are started without variables, and stay so. */
const mostUnclear = 8;

/** After these rounds, killed processes get time to end, which takes a while on a busy machine. */
const quickRounds = 3;

/** In milliseconds. */
const pause = 10;

export interface EndTreeOptions {
  readonly mark: string;
  readonly clock: Pick<Clock, 'sleep'>;
  /** A sandbox's leader isn't asked to end: it would take all others with it at once. */
  readonly isSandboxed?: boolean | undefined;
}

/** Never rejects. */
export async function endTree(
  child: ChildProcess,
  { mark, clock, isSandboxed = false }: EndTreeOptions,
): Promise<void> {
  const over = new AbortController();
  const hasEnded = () => child.exitCode !== null || child.signalCode !== null;
  child.once('exit', () => over.abort('ended'));
  if (!hasEnded()) {
    if (isSandboxed) await askToEnd(child, mark);
    else signalTree(child, 'SIGTERM');
    await clock.sleep(grace, over.signal);
  }
  await killLeft(child, { mark, clock });
}

async function askToEnd(leader: ChildProcess, mark: string): Promise<void> {
  const { marked } = await look(mark);
  for (const pid of marked) if (pid !== leader.pid) send(pid, 'SIGTERM');
}

/** On Linux, also kills what has left the group. Resolves to whether anything was left, and never rejects. */
export async function killLeft(child: ChildProcess, { mark, clock }: EndTreeOptions): Promise<boolean> {
  let wasLeft = child.pid !== undefined && (await isGroupRunning(child.pid));
  let unclear = 0;
  for (let round = 0; round < mostRounds; round++) {
    signalTree(child, 'SIGKILL');
    const { marked, isComplete } = await look(mark);
    if (marked.length === 0 && (isComplete || ++unclear === mostUnclear)) break;
    wasLeft ||= marked.length > 0;
    // Stopped processes can't start others while the rest is ended.
    for (const pid of marked) send(pid, 'SIGSTOP');
    for (const pid of marked) send(pid, 'SIGKILL');
    if (round >= quickRounds) await clock.sleep(pause, never);
  }
  return wasLeft;
}

const never = new AbortController().signal;

/** Linux leaves out what has ended: in some containers, nothing reads how others' children have ended. */
async function isGroupRunning(group: number): Promise<boolean> {
  if (process.platform === 'win32' || !send(-group, 0)) return false;
  if (process.platform !== 'linux') return true;
  const found = await Promise.all((await processes()).map(statusOf));
  return found.some(each => each?.group === group);
}

function send(pid: number, signal: NodeJS.Signals | 0): boolean {
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}

interface Look {
  readonly marked: readonly number[];
  /** No other process may have the mark. */
  readonly isComplete: boolean;
}

/** Only Linux lets other processes' variables be read. */
async function look(mark: string): Promise<Look> {
  if (process.platform !== 'linux') return { marked: [], isComplete: true };
  const pids = await processes();
  const marked: number[] = [];
  const withoutVariables: number[] = [];
  const read = async (pid: number) => {
    const variables = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => undefined);
    if (variables?.includes(`${markName}=${mark}\0`)) marked.push(pid);
    else if (variables === '') withoutVariables.push(pid);
  };
  await Promise.all(pids.filter(pid => pid !== process.pid).map(read));
  const unclear = await Promise.all(withoutVariables.map(isYoung));
  return { marked, isComplete: !unclear.includes(true) };
}

/** A process seems to have no variables while it becomes another program. Others have started what is older than we are. */
async function isYoung(pid: number): Promise<boolean> {
  const [its, ours] = await Promise.all([statusOf(pid), statusOf(process.pid)]);
  return its !== undefined && ours !== undefined && its.start > ours.start;
}

async function processes(): Promise<readonly number[]> {
  const names = await readdir('/proc').catch(() => []);
  return names.filter(name => /^\d+$/.test(name)).map(Number);
}

interface ProcessStatus {
  readonly group: number;
  /** In ticks since the machine's start. */
  readonly start: number;
}

async function statusOf(pid: number): Promise<ProcessStatus | undefined> {
  const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '');
  // A program's name, in brackets, may hold anything.
  const [state, ...fields] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
  return stat === '' || state === 'Z' ? undefined : { group: Number(fields[1]), start: Number(fields[18]) };
}
