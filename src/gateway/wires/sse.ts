import { groupsOf } from '../../converser/ground/async/in-groups.ts';
import type { Clock } from '../../converser/ground/ports.ts';
import { joinOpening } from './join-opening.ts';
import type { StreamItem } from './wire.ts';

/** In milliseconds. Many proxies and clients close a connection that is silent for half a minute. */
const longestSilence = 15_000;

export interface EventStreamOptions {
  readonly clock: Clock;
  readonly ping: string;
  readonly json?: ((data: object) => string) | undefined;
  readonly onEnd: () => void;
}

export function eventStream(
  items: AsyncIterable<StreamItem>,
  { clock, ping, json = JSON.stringify, onEnd }: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const groups = joinOpening(groupsOf(items));
  let watch: SilenceWatch | undefined;
  const end = () => {
    watch?.end();
    onEnd();
  };
  return new ReadableStream({
    start(controller) {
      watch = watchSilence(clock, () => {
        // A client that leaves data waiting needs no sign of life.
        if ((controller.desiredSize ?? 0) > 0) controller.enqueue(Buffer.from(ping));
      });
    },
    async pull(controller) {
      try {
        const { value, done } = await groups.next();
        watch?.heard();
        if (!done) return controller.enqueue(Buffer.from(allWritten(value, json)));
        end();
        controller.close();
      } catch (cause) {
        end();
        throw cause;
      }
    },
    cancel() {
      // The items may be waiting for a model: `onEnd` stops it, and they end by themselves.
      end();
      void Promise.resolve(groups.return?.()).catch(() => {});
    },
  });
}

interface SilenceWatch {
  heard(): void;
  end(): void;
}

/** One timer serves many items: setting one costs as much as an item. */
function watchSilence(clock: Clock, onSilence: () => void): SilenceWatch {
  let since = clock.monotonic();
  let stop = clock.after(longestSilence, look);
  function look(): void {
    const left = since + longestSilence - clock.monotonic();
    if (left <= 0) {
      since = clock.monotonic();
      onSilence();
    }
    stop = clock.after(left > 0 ? left : longestSilence, look);
  }
  return {
    heard() {
      since = clock.monotonic();
    },
    end: () => stop(),
  };
}

const silence: unique symbol = Symbol('silence');

export function orSilence<T>(work: Promise<T>, clock: Clock): Promise<T | typeof silence> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(longestSilence, () => resolve(silence));
    work.then(resolve, reject).finally(stop);
  });
}

export function isSilence(found: unknown): found is typeof silence {
  return found === silence;
}

function allWritten(items: readonly StreamItem[], json: (data: object) => string): string {
  let all = '';
  for (const { event, data } of items) {
    const name = event === undefined ? '' : `event: ${event}\n`;
    all += `${name}data: ${typeof data === 'string' ? data : json(data)}\n\n`;
  }
  return all;
}

/** Proxies must not hold the events back. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};
