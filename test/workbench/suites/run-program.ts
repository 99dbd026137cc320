import { spawn } from 'node:child_process';
import { root } from './suite.ts';

/**
 * Runs a program of the project's with its output going where ours goes.
 *
 * @returns its exit code, or null when it was killed or took longer than it may
 */
export function runProgram(
  command: readonly [string, ...string[]],
  {
    env = {},
    timeout,
  }: {
    readonly env?: Readonly<Record<string, string>>;
    readonly timeout: number;
  },
): Promise<number | null> {
  const [program, ...programArguments] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, programArguments, {
      cwd: root,
      env: { ...process.env, ...env },
      stdio: ['ignore', 'inherit', 'inherit'],
    });
    const timer = setTimeout(() => {
      console.error(`Stopped ${program}: it took longer than ${timeout / 60_000} min.`);
      child.kill('SIGKILL');
    }, timeout);
    const stopChild = () => child.kill();
    process.once('exit', stopChild);
    child.once('error', reject);
    child.once('close', code => {
      clearTimeout(timer);
      process.off('exit', stopChild);
      resolve(code);
    });
  });
}
