import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';
import { cacheFolder } from '../workbench/ground/cache.mjs';
import { mainFile } from './run-converse.ts';

export interface RanLine {
  readonly code: number | null;
  /** All that a person would have seen. */
  readonly shown: string;
}

export interface RunLineOptions {
  /** The person's own folder, in which nothing of ours is found or left. */
  readonly home: string;
  readonly environment?: Readonly<Record<string, string>>;
  /** Asked on a terminal, and what is typed there. Absent: there is no terminal. */
  readonly answers?: readonly Answer[];
}

interface Answer {
  /** Shown after what was answered before. */
  readonly to: string;
  /** Typed with Enter. */
  readonly answer?: string;
  readonly keys?: string;
}

const checkout = path.resolve(import.meta.dirname, '../..');

/** Types a line into a shell in the checkout, as somebody does who has just cloned it. */
export function runLine(line: string, { home, environment, answers }: RunLineOptions): Promise<RanLine> {
  const { promise, resolve, reject } = Promise.withResolvers<RanLine>();
  // util-linux's script runs a line on a terminal of its own, and types there what it reads.
  const [program, ...args] =
    answers === undefined ? ['sh', '-c', line] : ['script', '-qec', line, '/dev/null'];
  // A session of its own has no controlling terminal, also when the tests have one.
  const child = spawn(program, args, {
    cwd: checkout,
    detached: true,
    env: { ...environmentAt(home), ...environment },
  });
  const timer = setTimeout(() => child.pid && process.kill(-child.pid, 'SIGKILL'), 200_000);
  let shown = '';
  const open = [...(answers ?? [])];
  let heard = 0;
  const hear = (data: string) => {
    shown += data;
    for (const next of [...open]) {
      const at = shown.indexOf(next.to, heard);
      if (at === -1) return;
      heard = at + next.to.length;
      open.shift();
      child.stdin.write(next.keys ?? `${next.answer}\n`);
    }
  };
  child.stdout.setEncoding('utf8').on('data', hear);
  child.stderr.setEncoding('utf8').on('data', hear);
  child.once('error', reject).once('close', code => {
    clearTimeout(timer);
    resolve({ code, shown });
  });
  // A program that ends without reading its input closes the pipe, which is its right.
  child.stdin.on('error', () => {});
  if (answers === undefined) child.stdin.end();
  return promise;
}

/** Allows what the program asks about, for as long as `key` says and for exactly its file. */
export function allowOnTerminal(
  question: string,
  key: string,
  { root, state }: Readonly<Record<'root' | 'state', string>>,
) {
  const line = `'${process.execPath}' '${mainFile}' --root '${root}' '${question}'`;
  const answers = [
    { to: '[d]eny', answer: key },
    { to: 'Number?', answer: '1' },
  ];
  return runLine(line, { home: state, environment: { XDG_STATE_HOME: state }, answers });
}

export interface RunningLine extends AsyncDisposable {
  readonly firstLine: string;
}

/** Types a line that goes on until it is disposed, by Ctrl+C. Rejects with what was shown if it ends by itself. */
export function startLine(line: string, { home }: Pick<RunLineOptions, 'home'>): Promise<RunningLine> {
  const { promise, resolve, reject } = Promise.withResolvers<RunningLine>();
  const child = spawn('sh', ['-c', line], { cwd: checkout, detached: true, env: environmentAt(home) });
  const closed = once(child, 'close');
  let shown = '';
  let output = '';
  child.stderr.setEncoding('utf8').on('data', data => {
    shown += data;
  });
  child.stdout.setEncoding('utf8').on('data', data => {
    output += data;
    const [firstLine = '', ...more] = output.split('\n');
    if (more.length === 0) return;
    resolve({
      firstLine,
      async [Symbol.asyncDispose]() {
        if (child.exitCode === null && child.pid !== undefined) process.kill(-child.pid, 'SIGINT');
        await closed;
      },
    });
  });
  child.once('error', reject).once('close', () => reject(new Error(`${shown}${output}`)));
  return promise;
}

/**
 * What npm tells its scripts would tell another npm where it is, and how these tests reach the network is theirs. Big
 * things that were fetched once for all clones, such as Node, are not fetched for it again.
 */
function environmentAt(home: string): NodeJS.ProcessEnv {
  const others = Object.entries(process.env).filter(([name]) => !/^npm_|^INIT_CWD$|_PROXY$/i.test(name));
  const XDG_STATE_HOME = path.join(home, '.local', 'state');
  const XDG_CACHE_HOME = path.dirname(cacheFolder());
  return { ...Object.fromEntries(others), NO_COLOR: '1', HOME: home, XDG_STATE_HOME, XDG_CACHE_HOME };
}
