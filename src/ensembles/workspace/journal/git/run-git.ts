import { type ChildProcess, spawn } from 'node:child_process';

export interface GitRun {
  /** This is a folder of Converser's own: some systems would run a program in the current one instead. */
  readonly cwd: string;
  readonly input: string;
  readonly signal: AbortSignal;
}

/** Resolves to `undefined` if Git isn't there, or refuses. Never rejects. */
export async function runGit(
  args: readonly string[],
  { cwd, input, signal }: GitRun,
): Promise<Buffer | undefined> {
  const child = startGit(args, cwd);
  const stop = () => child.kill();
  signal.addEventListener('abort', stop, { once: true });
  const output: Buffer[] = [];
  child.stdout?.on('data', (chunk: Buffer) => output.push(chunk));
  child.stdin?.on('error', () => {}).end(input);
  const isDone = await new Promise<boolean>(resolve => {
    child.once('error', () => resolve(false));
    child.once('close', code => resolve(code === 0));
  });
  signal.removeEventListener('abort', stop);
  return isDone ? Buffer.concat(output) : undefined;
}

/** Starts Git such that it asks nothing, fetches nothing and locks nothing. */
export function startGit(args: readonly string[], cwd: string): ChildProcess {
  return spawn('git', ['-c', 'protocol.allow=never', '-c', 'core.fsmonitor=false', ...args], {
    cwd,
    env: { ...withoutGit(process.env), ...quiet },
    stdio: ['pipe', 'pipe', 'ignore'],
    windowsHide: true,
  });
}

const quiet = { GIT_TERMINAL_PROMPT: '0', GIT_NO_LAZY_FETCH: '1', GIT_OPTIONAL_LOCKS: '0', LC_ALL: 'C' };

/** Git's variables may have been set for another repository. */
function withoutGit(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !name.startsWith('GIT_')));
}
