import { stopWith } from '../../../converser/ground/async/abort.ts';
import { errors } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import { waitText } from '../../../converser/ground/wording/numbers.ts';
import type { ModelRequest } from '../../../converser/words/models/provider.ts';
import { heardFlow } from '../../wire/byte-flow.ts';
import type { Connection } from '../../wire/connection.ts';
import { withExchange } from '../../wire/connection-exchange.ts';

/** In milliseconds. */
export interface TimeLimits {
  /** A local model may have to be loaded before the first byte of its answer. */
  readonly firstByte: number;
  readonly idle: number;
}

/** Models think for minutes without output. Node's own `fetch` would give up after 300 s, with a vaguer error. */
const ordinaryTimeLimits: TimeLimits = { firstByte: 290_000, idle: 290_000 };

export interface TimeLimitsOptions {
  readonly clock: Pick<Clock, 'monotonic' | 'after'>;
  readonly limits?: Partial<TimeLimits>;
  readonly pulse?: Pulse;
}

/** Returns what a silent server does, or nothing to say of it. `undefined` means that it isn’t alive. */
export type Pulse = (signal: AbortSignal) => Promise<string | undefined>;

/** Any bytes count: a model writes long arguments without an event, and servers send signs of life. */
export function withTimeLimits(connection: Connection, options: TimeLimitsOptions): Connection {
  return withExchange(connection, exchange => async asked => {
    const { signal: caller, silence } = asked;
    const watch = watchSilence(caller, { ...options, silence, label: connection.label });
    const answer = await exchange({ ...asked, signal: watch.signal }).catch(cause =>
      Promise.reject(watch.fail(cause)),
    );
    if (answer.body === undefined) watch.end();
    return { ...answer, body: answer.body && heardFlow(answer.body, watch) };
  });
}

interface Watching extends TimeLimitsOptions {
  readonly label: string;
  readonly silence: ModelRequest['silence'];
}

function watchSilence(
  caller: AbortSignal | undefined,
  { clock, limits, label, pulse, silence: waiting }: Watching,
) {
  const { idle, ...ordinary } = { ...ordinaryTimeLimits, ...limits };
  const { limit: firstByte = ordinary.firstByte } = waiting ?? {};
  const { controller: silence, release } = stopWith(caller ?? new AbortController().signal);
  let limit = firstByte;
  let since: number | undefined = clock.monotonic();
  let mayAsk = pulse !== undefined && waiting !== undefined && waiting.limit === undefined;
  let isOver = false;
  let waited = 0;
  let stopTimer = () => {};
  const end = () => {
    isOver = true;
    release();
    stopTimer();
  };
  silence.signal.addEventListener('abort', end, { once: true });

  function look(): void {
    const now = clock.monotonic();
    const left = limit - (now - (since ?? now));
    // One timer serves many pieces; it must not sleep through the shorter of the limits.
    if (left > 0) stopTimer = clock.after(Math.min(left, firstByte, idle), look);
    else if (mayAsk) void ask();
    else silence.abort(errors.modelSilent(label, limit));
  }

  /** Contract: a pulse never rejects. */
  async function ask(): Promise<void> {
    const doing = await pulse?.(silence.signal);
    if (isOver) return;
    if (mayAsk) {
      waited += limit;
      if (doing === undefined) return silence.abort(errors.modelSilent(label, waited));
      since = clock.monotonic();
      waiting?.tell(
        `${label} hasn’t answered for ${waitText(waited)}, but its server is alive, so Converser keeps waiting.${doing === '' ? '' : ` ${doing}`} Stop it if this takes too long.`,
      );
    }
    look();
  }

  function fail(cause: unknown): unknown {
    end();
    return silence.signal.aborted ? silence.signal.reason : cause;
  }

  look();
  return {
    signal: silence.signal,
    wait() {
      since ??= clock.monotonic();
    },
    fail,
    hear(_pieces: unknown, isLast: boolean) {
      since = undefined;
      limit = idle;
      mayAsk = false;
      if (isLast) end();
    },
    leave: end,
    end,
  };
}
