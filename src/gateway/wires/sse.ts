import { groupsOf } from '../../converser/async/in-groups.ts';
import type { Clock } from '../../converser/ports.ts';
import type { StreamItem } from './wire.ts';

const encoder = new TextEncoder();

/** Milliseconds. Many proxies and clients close a connection on which nothing came for half a minute. */
const longestSilence = 15_000;

export interface EventStreamOptions {
  readonly clock: Clock;
  /** What is sent while there is nothing to say. */
  readonly ping: string;
  /** Called once when the stream has ended or nobody reads it any longer. */
  readonly onEnd: () => void;
}

/** The items as server-sent events; those that come together are sent together. Whoever cancels the stream ends the items. */
export function eventStream(
  items: AsyncIterable<StreamItem>,
  { clock, ping, onEnd }: EventStreamOptions,
): ReadableStream<Uint8Array> {
  const groups = groupsOf(items)[Symbol.asyncIterator]();
  let next: Promise<IteratorResult<readonly StreamItem[]>> | undefined;
  return new ReadableStream({
    async pull(controller) {
      next ??= groups.next();
      try {
        const found = await orSilence(next, clock);
        if (found === silence) return controller.enqueue(encoder.encode(ping));
        next = undefined;
        if (!found.done) return controller.enqueue(encoder.encode(found.value.map(written).join('')));
        onEnd();
        controller.close();
      } catch (cause) {
        onEnd();
        throw cause;
      }
    },
    cancel() {
      // The items may be waiting for a model: whoever made them stops it here, and they end by themselves.
      onEnd();
      void Promise.resolve(groups.return?.()).catch(() => {});
    },
  });
}

const silence: unique symbol = Symbol('silence');

/** What the work comes to, or `silence` if that takes too long. */
export function orSilence<T>(work: Promise<T>, clock: Clock): Promise<T | typeof silence> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(longestSilence, () => resolve(silence));
    work.then(resolve, reject).finally(stop);
  });
}

export function isSilence(found: unknown): found is typeof silence {
  return found === silence;
}

function written({ event, data }: StreamItem): string {
  const name = event === undefined ? '' : `event: ${event}\n`;
  return `${name}data: ${typeof data === 'string' ? data : JSON.stringify(data)}\n\n`;
}

/** Nothing between us and the client may hold the events back. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};
