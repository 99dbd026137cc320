import { constants } from 'node:os';

export interface StopSignal {
  readonly signal: AbortSignal;
  exitCode(): number | undefined;
}

/** The first Ctrl+C ends the turn properly; the second one ends the program. A closed output aborts, too. */
export function stopSignal(): StopSignal {
  const stop = new AbortController();
  let code: number | undefined;
  for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(name, () => {
      const first = code === undefined;
      code = 128 + constants.signals[name];
      if (!first) process.exit(code);
      stop.abort();
    });
  }
  for (const stream of [process.stdout, process.stderr]) {
    stream.on('error', () => stop.abort());
  }
  return { signal: stop.signal, exitCode: () => code };
}
