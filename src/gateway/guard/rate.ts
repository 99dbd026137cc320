import type { Clock } from '../../converser/ground/ports.ts';
import type { Answer } from '../answer.ts';
import type { Asked } from '../asked.ts';
import { callerOf } from '../refusal.ts';
import type { Client } from './client-keys.ts';

const minute = 60_000;

export interface Allowance {
  readonly limit: number;
  readonly remaining: number;
  /** In milliseconds; 0 if another request is allowed now. */
  readonly wait: number;
  /** In milliseconds, until all are allowed again. */
  readonly reset: number;
  readonly isOver: boolean;
}

export interface Rate {
  /** Counts a request, unless it is one too many; `undefined` for clients without a limit. */
  take(client: Client): Allowance | undefined;
}

export function createRate(clock: Pick<Clock, 'monotonic'>): Rate {
  const times = new Map<string, number[]>();
  return {
    take({ name, requestsPerMinute: limit }) {
      if (limit === undefined) return undefined;
      const now = clock.monotonic();
      const recent = (times.get(name) ?? []).filter(time => time > now - minute);
      const isOver = recent.length >= limit;
      if (!isOver) recent.push(now);
      times.set(name, recent);
      const [first = now] = recent;
      const last = recent.at(-1) ?? now;
      const remaining = limit - recent.length;
      const wait = remaining > 0 ? 0 : first + minute - now;
      return { limit, remaining, wait, reset: last + minute - now, isOver };
    },
  };
}

/**
 * https://platform.openai.com/docs/guides/rate-limits#rate-limits-in-headers
 * https://docs.anthropic.com/en/api/rate-limits#response-headers
 */
export function sayAllowance(
  { headers }: Answer,
  request: Asked,
  said: Allowance & { readonly now: Date },
): void {
  const { limit, remaining, reset, now } = said;
  const isAnthropic = callerOf(request) === 'anthropic';
  const name = (what: string) =>
    isAnthropic ? `anthropic-ratelimit-requests-${what}` : `x-ratelimit-${what}-requests`;
  headers[name('limit')] = String(limit);
  headers[name('remaining')] = String(remaining);
  headers[name('reset')] = isAnthropic
    ? new Date(Math.ceil((now.getTime() + reset) / 1000) * 1000).toISOString()
    : `${Math.ceil(reset / 1000)}s`;
}
