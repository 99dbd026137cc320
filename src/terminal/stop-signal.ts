import { constants } from 'node:os';

export interface StopSignal {
  readonly signal: AbortSignal;
  exitCode(): number | undefined;
  /** Until it is disposed, a first Ctrl+C aborts only this signal, which `signal` aborts, too. */
  beginTurn(): Disposable & { readonly signal: AbortSignal };
  /** Does what Ctrl+C does where the terminal doesn't turn it into a signal. */
  interrupt(): void;
}

/** The first Ctrl+C ends the turn properly; the second one ends the program. A closed output aborts, too. */
export function stopSignal(): StopSignal {
  const stop = new AbortController();
  let code: number | undefined;
  let turn: AbortController | undefined;
  const hear = (name: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
    if (name === 'SIGINT' && turn?.signal.aborted === false) return turn.abort();
    const first = code === undefined;
    code = 128 + constants.signals[name];
    if (!first) process.exit(code);
    stop.abort();
  };
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(name, () => hear(name));
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => stop.abort());
  }
  return {
    signal: stop.signal,
    exitCode: () => code,
    beginTurn() {
      const own = new AbortController();
      turn = own;
      return {
        signal: AbortSignal.any([stop.signal, own.signal]),
        [Symbol.dispose]() {
          turn = undefined;
        },
      };
    },
    interrupt: () => hear('SIGINT'),
  };
}
