import { spawn } from 'node:child_process';
import path from 'node:path';
import { cacheFolder } from '../ground/cache.mjs';
import type { Print } from './print-in-order.ts';
import { root } from './suite.ts';

interface Running {
  readonly env: Readonly<Record<string, string>>;
  readonly timeout: number;
  /** Receives all that it writes. */
  readonly print: Print;
}

/** Runs a program of the project's: gives its exit code, or null when it was killed or took longer than it may. */
export function runProgram(
  command: readonly [string, ...string[]],
  { env, timeout, print }: Running,
): Promise<number | null> {
  const [program, ...programArguments] = command;
  return new Promise((resolve, reject) => {
    const child = spawn(program, programArguments, {
      cwd: root,
      env: { ...process.env, ...compileCache, ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
    });
    child.stdout.setEncoding('utf8').on('data', print);
    child.stderr.setEncoding('utf8').on('data', print);
    const timer = setTimeout(() => {
      print(`Stopped ${program}: it took longer than ${timeout / 60_000} min.\n`);
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

/** The tests start many programs that consist of the same modules: Node reads and compiles each of them once. */
const compileCache = { NODE_COMPILE_CACHE: path.join(cacheFolder(), 'compiled-by-node') };
