import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

/** A program to start, with its placeholders replaced. */
export interface Launch {
  /** Absolute path of the program. */
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** On Windows, `args` are passed on as they are: `cmd.exe` reads its line by rules of its own. */
  readonly isVerbatim?: boolean;
}

/**
 * Starts a process that leads a group of its own, so that everything that it starts can be ended with it. No shell is
 * involved.
 *
 * @param started is called at once, before the process can do much
 */
export async function startProcess(
  { file, args, env, cwd, isVerbatim = false }: Launch,
  started: (pid: number) => void = () => {},
): Promise<ChildProcess> {
  const options: SpawnOptions = {
    env,
    stdio: 'pipe',
    // On Windows this would open a window, and there the system ends our processes when we end.
    detached: process.platform !== 'win32',
    windowsHide: true,
    windowsVerbatimArguments: isVerbatim,
    cwd,
  };
  const child =
    process.platform === 'win32' && !isVerbatim
      ? await spawnOnWindows(file, args, options)
      : spawn(file, args, options);
  if (child.pid !== undefined) started(child.pid);
  await new Promise<void>((resolve, reject) => {
    child.once('spawn', resolve);
    child.once('error', reject);
  });
  return child;
}

/** Batch files need a command interpreter on Windows, and arguments that are escaped for it. */
async function spawnOnWindows(
  file: string,
  args: readonly string[],
  options: SpawnOptions,
): Promise<ChildProcess> {
  if (/\.ps1$/i.test(file)) {
    return spawn('powershell.exe', ['-NoProfile', '-NonInteractive', '-File', file, ...args], options);
  }
  const { default: crossSpawn } = await import('cross-spawn');
  return crossSpawn(file, args, options);
}
