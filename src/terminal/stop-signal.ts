import { constants } from 'node:os';

export interface StopSignal {
  readonly signal: AbortSignal;
  exitCode(): number | undefined;
  /** The first Ctrl+C from now on aborts only what this returns, which `signal` aborts, too. */
  beginTurn(): AbortSignal;
  /** Ctrl+C where the terminal makes no signal of it. */
  interrupt(): void;
}

/** The first Ctrl+C ends the turn properly; the second one ends the program. A closed output aborts, too. */
export function stopSignal(): StopSignal {
  const stop = new AbortController();
  let code: number | undefined;
  let turn: AbortController | undefined;
  let turnStopped = Number.NEGATIVE_INFINITY;
  const hear = (name: 'SIGINT' | 'SIGTERM' | 'SIGHUP') => {
    if (name === 'SIGINT' && turn?.signal.aborted === false) {
      turnStopped = performance.now();
      return turn.abort();
    }
    // A program that started this one may pass on the same Ctrl+C.
    if (name === 'SIGINT' && performance.now() - turnStopped < 200) return;
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
      turn = new AbortController();
      return AbortSignal.any([stop.signal, turn.signal]);
    },
    interrupt() {
      turn = undefined;
      hear('SIGINT');
    },
  };
}
