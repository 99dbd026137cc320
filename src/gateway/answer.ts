import type { Flow } from '../converser/ground/async/flow.ts';
import type { Clock } from '../converser/ground/ports.ts';

/** Part of a `Response`, so that none needs to be made of what Node.js sends itself. */
export interface Answer {
  readonly status: number;
  /** Names are in lower case. */
  readonly headers: Record<string, string>;
  readonly body?: string | Flow<string | Uint8Array>;
  readonly pings?: Pings;
}

/** Many proxies and clients close a connection that is silent for half a minute. */
export interface Pings {
  readonly text: string;
  readonly clock: Clock;
}

export function jsonAnswer(value: unknown, { status = 200, headers = {} }: Partial<Answer> = {}): Answer {
  const body = JSON.stringify(value);
  return { status, headers: { 'content-type': 'application/json', ...headers }, body };
}
