import { stopWith } from '../../../converser/async/linked-abort.ts';
import { errors } from '../../../converser/errors.ts';
import type { Clock } from '../../../converser/ports.ts';
import { bodyOf, readerOf } from '../../wire/byte-reader.ts';
import type { Connection } from '../../wire/connection.ts';

/** Milliseconds within which something has to come. */
export interface TimeLimits {
  /** Until the first byte of an answer. A local model may have to be loaded first. */
  readonly firstByte: number;
  /** From one piece of an answer to the next. */
  readonly idle: number;
}

/**
 * Long, because models think for minutes without output. After 300 s Node's own `fetch` gives up with a vaguer error;
 * longer limits need another `fetch` in the connection.
 */
const ordinaryTimeLimits: TimeLimits = { firstByte: 290_000, idle: 290_000 };

export interface TimeLimitsOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'sleep'>;
  readonly limits?: Partial<TimeLimits>;
}

/**
 * The connection, closed if it falls silent. Reading then fails with `model-silent`.
 *
 * Any bytes count, not only events: a model writes the arguments of a long call without an event, and servers send signs
 * of life while it thinks. Time in which nothing is read does not count.
 */
export function withTimeLimits(connection: Connection, options: TimeLimitsOptions): Connection {
  return {
    ...connection,
    async fetch(input, init = {}) {
      const watch = watchSilence(init.signal ?? undefined, { ...options, label: connection.label });
      const ask = async () => (connection.fetch ?? fetch)(input, { ...init, signal: watch.signal });
      const response = await ask().catch(watch.fail);
      if (response.body === null) watch.end();
      return response.body === null ? response : new Response(watched(response.body, watch), response);
    },
  };
}

type Watch = ReturnType<typeof watchSilence>;

function watched(body: ReadableStream<Uint8Array>, watch: Watch): ReadableStream<Uint8Array> {
  const reader = readerOf(body);
  const heard = (piece: ReadableStreamReadResult<Uint8Array>) => {
    watch.heard();
    if (piece.done) watch.end();
    return piece;
  };
  return bodyOf({
    read() {
      watch.wait();
      return reader.read().then(heard, watch.fail);
    },
    cancel(reason) {
      watch.end();
      return reader.cancel(reason);
    },
  });
}

/** Aborts its signal once a piece takes too long. */
function watchSilence(
  caller: AbortSignal | undefined,
  { clock, limits, label }: TimeLimitsOptions & { readonly label: string },
) {
  const { firstByte, idle } = { ...ordinaryTimeLimits, ...limits };
  const { controller: silence, release } = stopWith(caller ?? new AbortController().signal);
  const over = new AbortController();
  const end = () => {
    release();
    // With a reason, because the default one is an error with a stack trace.
    over.abort('over');
  };
  silence.signal.addEventListener('abort', end, { once: true });
  let limit = firstByte;
  let since: number | undefined = clock.monotonic();

  async function watch(): Promise<void> {
    for (let left = limit; left > 0; left = limit - (clock.monotonic() - (since ?? clock.monotonic()))) {
      // One timer serves many pieces; it must not sleep through the shorter of the limits.
      await clock.sleep(Math.min(left, firstByte, idle), over.signal);
      if (over.signal.aborted) return;
    }
    silence.abort(errors.modelSilent(label, limit));
  }

  function fail(cause: unknown): never {
    end();
    throw silence.signal.aborted ? silence.signal.reason : cause;
  }

  void watch();
  return {
    signal: silence.signal,
    wait() {
      since ??= clock.monotonic();
    },
    /** Throws what the connection failed of, or why it was given up. */
    fail,
    heard() {
      since = undefined;
      limit = idle;
    },
    end,
  };
}
