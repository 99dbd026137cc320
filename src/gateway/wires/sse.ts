import type { Flow } from '../../converser/ground/async/flow.ts';
import { rewrittenAsGroups } from '../../converser/ground/async/rewritten.ts';
import type { Clock } from '../../converser/ground/ports.ts';
import type { Exchange } from './wire.ts';

export function eventStream(
  items: AsyncIterable<object>,
  { write, end = () => '' }: Pick<Exchange, 'write' | 'end'>,
): Flow<string> {
  const { flow } = rewrittenAsGroups<object, string>(items, {
    // Each piece is a packet, and a short one costs as much as a long one.
    writeAll(group, written) {
      let all = '';
      for (const item of group) all += write(item);
      written.push(all);
    },
    end: () => [end()],
  });
  return flow;
}

export function eventText(data: string, name?: string): string {
  return name === undefined ? `data: ${data}\n\n` : `event: ${name}\ndata: ${data}\n\n`;
}

const silence: unique symbol = Symbol('silence');

/** In milliseconds. Many proxies and clients close a connection that is silent for half a minute. */
const longestSilence = 15_000;

export function orSilence<T>(work: Promise<T>, clock: Clock): Promise<T | typeof silence> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(longestSilence, () => resolve(silence));
    work.then(resolve, reject).finally(stop);
  });
}

export function isSilence(found: unknown): found is typeof silence {
  return found === silence;
}

/** Proxies must not hold the events back. */
export const streamHeaders = {
  'content-type': 'text/event-stream; charset=utf-8',
  'cache-control': 'no-cache, no-transform',
  'x-accel-buffering': 'no',
};
