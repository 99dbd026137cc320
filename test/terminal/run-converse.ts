import { spawn } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fromJson } from '../../src/converser/words/canister/canister-json.ts';
import type { ConverseEvent } from '../../src/converser/words/conversation/converse-event.ts';
import { terminalProgram } from '../workbench/ground/terminal-program.mjs';

export const mainFile = await terminalProgram(path.resolve(import.meta.dirname, '../..'));

export interface Ran {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

type Kill = (signal: NodeJS.Signals) => void;

export interface RunOptions {
  readonly input?: string;
  /** Set besides what the tests themselves have. */
  readonly environment?: Readonly<Record<string, string>>;
  /** Called while the program reads its standard input, which does not end. */
  readonly onReading?: (kill: Kill) => void;
  readonly closesOutput?: true;
  /** Called with what the standard output holds so far. */
  readonly onOutput?: (stdout: string, kill: Kill) => void;
  readonly onErrorOutput?: (stderr: string) => void;
}

/** Runs the real program, without a terminal that it could ask on. */
export function runConverse(args: readonly string[], options: RunOptions = {}): Promise<Ran> {
  const { promise, resolve, reject } = Promise.withResolvers<Ran>();
  // A session of its own has no controlling terminal, also when the tests have one.
  const child = spawn(process.execPath, [mainFile, ...args], {
    detached: true,
    env: {
      ...process.env,
      NO_COLOR: '1',
      XDG_STATE_HOME: path.join(tmpdir(), 'converser-test-state'),
      ...options.environment,
    },
  });
  const timer = setTimeout(() => child.kill('SIGKILL'), 200_000);
  let stdout = '';
  let stderr = '';
  child.stdout.setEncoding('utf8').on('data', data => {
    stdout += data;
    options.onOutput?.(stdout, signal => child.kill(signal));
  });
  child.stderr.setEncoding('utf8').on('data', data => {
    stderr += data;
    options.onErrorOutput?.(stderr);
  });
  if (options.closesOutput) child.stdout.destroy();
  child.once('error', reject).once('close', code => {
    clearTimeout(timer);
    resolve({ code, stdout, stderr });
  });
  // A program that ends without reading its input closes the pipe, which is its right.
  child.stdin.on('error', () => {});
  const { onReading } = options;
  if (onReading === undefined) child.stdin.end(options.input ?? '');
  // No pipe holds this much, so it is written once the program has begun to read.
  else child.stdin.write('x'.repeat(1_000_000), () => onReading(signal => child.kill(signal)));
  return promise;
}

export function eventsOf({ stdout }: Ran): readonly ConverseEvent[] {
  return stdout
    .split('\n')
    .filter(line => line !== '')
    .map(line => fromJson<ConverseEvent>(line));
}

export interface TempRoot extends AsyncDisposable {
  readonly path: string;
}

/** A folder with some files, until it is disposed. */
export async function tempRoot(files: Readonly<Record<string, string>> = {}): Promise<TempRoot> {
  const root = await mkdtemp(path.join(tmpdir(), 'converser-terminal-'));
  for (const [name, content] of Object.entries(files)) {
    await mkdir(path.dirname(path.join(root, name)), { recursive: true });
    await writeFile(path.join(root, name), content);
  }
  return {
    path: root,
    [Symbol.asyncDispose]: () => rm(root, { recursive: true, force: true }),
  };
}
