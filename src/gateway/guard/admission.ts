import type { Clock } from '../../converser/ports.ts';
import { Refused, refusals } from '../refusal.ts';
import type { Client } from './client-keys.ts';
import type { Limits } from './limits.ts';

/** Lets only so many requests run at the same time, and the others wait. */
export interface Admission {
  /**
   * Resolves once there is a place, which is free again when `ended` aborts. Throws `Refused` if too many wait, if it
   * takes too long, or if it ended meanwhile.
   */
  enter(client: Client, ended: AbortSignal): Promise<void>;
  readonly running: number;
  readonly waiting: number;
}

export interface AdmissionOptions {
  readonly limits: Pick<Limits, 'running' | 'waiting' | 'patience'>;
  readonly clock: Pick<Clock, 'after'>;
}

interface Waiter {
  readonly client: Client;
  readonly admit: () => void;
  readonly refuse: (why: Refused) => void;
}

/**
 * A free place goes to the client that has the fewest, so that one with many requests does not keep out the others.
 * Among equals, clients take turns.
 */
export function createAdmission({ limits, clock }: AdmissionOptions): Admission {
  /** By name, in the order in which they take turns. */
  const lines = new Map<string, Waiter[]>();
  const places = new Map<string, number>();
  let running = 0;
  let waiting = 0;
  const placesOf = ({ name }: Client) => places.get(name) ?? 0;

  function next(): Waiter | undefined {
    let best: Waiter | undefined;
    for (const [first] of lines.values()) {
      if (first === undefined || placesOf(first.client) >= (first.client.concurrent ?? Infinity)) continue;
      if (best === undefined || placesOf(first.client) < placesOf(best.client)) best = first;
    }
    return best;
  }

  function leaveLine(waiter: Waiter, { isTurn }: { readonly isTurn: boolean }): void {
    const { name } = waiter.client;
    const left = (lines.get(name) ?? []).filter(each => each !== waiter);
    waiting -= 1;
    // After its turn, a client is the last one again.
    if (isTurn || left.length === 0) lines.delete(name);
    if (left.length > 0) lines.set(name, left);
  }

  function admitWaiting(): void {
    while (running < limits.running) {
      const waiter = next();
      if (waiter === undefined) return;
      leaveLine(waiter, { isTurn: true });
      running += 1;
      places.set(waiter.client.name, placesOf(waiter.client) + 1);
      waiter.admit();
    }
  }

  function leave(client: Client): void {
    const left = placesOf(client) - 1;
    running -= 1;
    if (left === 0) places.delete(client.name);
    else places.set(client.name, left);
    admitWaiting();
  }

  /** Where too many wait, the last one goes of the client with the most: the others do not pay for it. */
  function shorten(): void {
    if (waiting <= limits.waiting) return;
    const longest = [...lines.values()].reduce((one, other) => (other.length > one.length ? other : one));
    longest.at(-1)?.refuse(new Refused(refusals.tooManyWaiting(limits.running)));
  }

  function enter(client: Client, ended: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const stopWaiting = () => {
        stopTimer();
        ended.removeEventListener('abort', onEnd);
      };
      const waiter: Waiter = {
        client,
        admit() {
          stopWaiting();
          ended.addEventListener('abort', () => leave(client), { once: true });
          resolve();
        },
        refuse(why) {
          leaveLine(waiter, { isTurn: false });
          stopWaiting();
          reject(why);
        },
      };
      const onEnd = () => waiter.refuse(new Refused(refusals.gone()));
      const stopTimer = clock.after(limits.patience, () =>
        waiter.refuse(new Refused(refusals.waitedTooLong(limits.patience))),
      );
      ended.addEventListener('abort', onEnd, { once: true });
      const line = lines.get(client.name);
      if (line === undefined) lines.set(client.name, [waiter]);
      else line.push(waiter);
      waiting += 1;
      admitWaiting();
      shorten();
    });
  }

  return {
    async enter(client, ended) {
      if (ended.aborted) throw new Refused(refusals.gone());
      await enter(client, ended);
    },
    get running() {
      return running;
    },
    get waiting() {
      return waiting;
    },
  };
}
