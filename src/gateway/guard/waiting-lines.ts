import type { Refused } from '../refusal.ts';
import type { Client } from './client-keys.ts';

export interface Waiter {
  readonly client: Client;
  readonly admit: () => void;
  readonly refuse: (why: Refused) => void;
}

export interface WaitingLines {
  readonly length: number;
  join(waiter: Waiter): void;
  leave(waiter: Waiter): void;
  takeNext(placesOf: (client: Client) => number): Waiter | undefined;
  readonly lastOfLongest: Waiter | undefined;
}

export function createWaitingLines(): WaitingLines {
  const lines = new Map<string, readonly Waiter[]>();
  let length = 0;

  function leave(waiter: Waiter, { isTurn }: { readonly isTurn: boolean }): void {
    const { name } = waiter.client;
    const left = (lines.get(name) ?? []).filter(each => each !== waiter);
    length -= 1;
    // After its turn, a client is the last one again.
    if (isTurn || left.length === 0) lines.delete(name);
    if (left.length > 0) lines.set(name, left);
  }

  return {
    get length() {
      return length;
    },
    join(waiter) {
      const { name } = waiter.client;
      lines.set(name, [...(lines.get(name) ?? []), waiter]);
      length += 1;
    },
    leave: waiter => leave(waiter, { isTurn: false }),
    takeNext(placesOf) {
      const next = firstInTurn([...lines.values()], placesOf);
      if (next !== undefined) leave(next, { isTurn: true });
      return next;
    },
    get lastOfLongest() {
      const all = [...lines.values()];
      return all.reduce((one, other) => (other.length > one.length ? other : one), []).at(-1);
    },
  };
}

function firstInTurn(
  lines: readonly (readonly Waiter[])[],
  placesOf: (client: Client) => number,
): Waiter | undefined {
  let best: Waiter | undefined;
  for (const [first] of lines) {
    if (first === undefined || placesOf(first.client) >= (first.client.concurrent ?? Infinity)) continue;
    if (best === undefined || placesOf(first.client) < placesOf(best.client)) best = first;
  }
  return best;
}
