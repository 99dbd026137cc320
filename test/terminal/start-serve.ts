import assert from 'node:assert/strict';
import { type Ran, type RunOptions, runConverse } from './run-converse.ts';

/** What `serve` prints once it listens. */
export interface Served {
  readonly baseUrl: string;
  readonly key: string;
  readonly mcp: string;
  readonly models: readonly string[];
}

export interface RunningServe extends Served, AsyncDisposable {
  /** Sends the signal, as Ctrl+C does with SIGINT. */
  readonly kill: (signal: NodeJS.Signals) => void;
  readonly ran: Promise<Ran>;
  ask(path: string, init?: RequestInit): Promise<Response>;
}

/** Runs the real `converse serve` until it is disposed. Rejects if it ends before it listens. */
export async function startServe(
  args: readonly string[],
  options: Pick<RunOptions, 'environment' | 'onErrorOutput'> = {},
): Promise<RunningServe> {
  const { promise, resolve } = Promise.withResolvers<readonly [Served, RunningServe['kill']]>();
  const ran = runConverse(['serve', ...args], {
    ...options,
    onOutput(stdout, kill) {
      if (stdout.endsWith('\n')) resolve([JSON.parse(stdout) as Served, kill]);
    },
  });
  const [served, kill] = await Promise.race([promise, ran.then(early => assert.fail(early.stderr))]);
  return {
    ...served,
    kill,
    ran,
    ask: (path, init = {}) =>
      fetch(served.baseUrl + path, {
        ...init,
        headers: { authorization: `Bearer ${served.key}`, ...init.headers },
      }),
    async [Symbol.asyncDispose]() {
      kill('SIGINT');
      await ran;
    },
  };
}
