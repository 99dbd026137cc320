import { type ChildProcess, type SpawnOptions, spawn } from 'node:child_process';

export interface Launch {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** On Windows, `args` are passed on as they are: `cmd.exe` reads its line by its own rules. */
  readonly isVerbatim?: boolean;
}

/** It leads a group, so all that it starts can be ended. `started` is called before it can do much. */
export async function startProcess(
  { file, args, env, cwd, isVerbatim = false }: Launch,
  started: (pid: number) => void = () => {},
): Promise<ChildProcess> {
  const options: SpawnOptions = {
    env,
    stdio: 'pipe',
    // On Windows this would open a window; there the system ends our processes with us.
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
