import { onceAborted } from '../../converser/ground/async/abort.ts';
import type { Clock } from '../../converser/ground/ports.ts';
import { Refused, refusals } from '../refusal.ts';
import type { Client } from './client-keys.ts';
import type { Limits } from './limits.ts';
import { createWaitingLines, type Waiter } from './waiting-lines.ts';

export interface Admission {
  /** Throws `Refused` if too many wait, or it takes too long. The place is free again when `ended` aborts. */
  enter(client: Client, ended: AbortSignal): Promise<void>;
  readonly running: number;
  readonly waiting: number;
}

export interface AdmissionOptions {
  readonly limits: Pick<Limits, 'running' | 'waiting' | 'patience'>;
  readonly clock: Pick<Clock, 'after'>;
}

/** A free place goes to the client with the fewest, so that one with many requests doesn't keep out the others. */
export function createAdmission({ limits, clock }: AdmissionOptions): Admission {
  const lines = createWaitingLines();
  const places = createPlaces();

  function admitWaiting(): void {
    while (places.taken < limits.running) {
      const waiter = lines.takeNext(places.of);
      if (waiter === undefined) return;
      waiter.admit();
    }
  }

  /** Where too many wait, the last one of the client with the most goes: the others do not pay for it. */
  function shorten(): void {
    if (lines.length <= limits.waiting) return;
    lines.lastOfLongest?.refuse(new Refused(refusals.tooManyWaiting(limits.running)));
  }

  function occupy(client: Client, ended: AbortSignal): void {
    places.take(client);
    onceAborted(ended, () => {
      places.free(client);
      admitWaiting();
    });
  }

  function wait(client: Client, ended: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const waiter = startWaiting(client, {
        ended,
        clock,
        patience: limits.patience,
        onAdmit() {
          occupy(client, ended);
          resolve();
        },
        onRefuse(why) {
          lines.leave(waiter);
          reject(why);
        },
      });
      lines.join(waiter);
      admitWaiting();
      shorten();
    });
  }

  return {
    async enter(client, ended) {
      if (ended.aborted) throw new Refused(refusals.gone());
      const mayCome = places.taken < limits.running && places.of(client) < (client.concurrent ?? Infinity);
      if (mayCome && lines.length === 0) occupy(client, ended);
      else await wait(client, ended);
    },
    get running() {
      return places.taken;
    },
    get waiting() {
      return lines.length;
    },
  };
}

function createPlaces() {
  const places = new Map<string, number>();
  let taken = 0;
  const of = ({ name }: Client) => places.get(name) ?? 0;
  return {
    of,
    get taken() {
      return taken;
    },
    take(client: Client) {
      taken += 1;
      places.set(client.name, of(client) + 1);
    },
    free(client: Client) {
      const left = of(client) - 1;
      taken -= 1;
      if (left === 0) places.delete(client.name);
      else places.set(client.name, left);
    },
  };
}

interface Waiting {
  readonly ended: AbortSignal;
  readonly clock: Pick<Clock, 'after'>;
  /** In milliseconds. */
  readonly patience: number;
  readonly onAdmit: () => void;
  readonly onRefuse: (why: Refused) => void;
}

function startWaiting(client: Client, { ended, clock, patience, onAdmit, onRefuse }: Waiting): Waiter {
  const stopWaiting = () => {
    stopTimer();
    stopListening();
  };
  const refuse = (why: Refused) => {
    stopWaiting();
    onRefuse(why);
  };
  const stopTimer = clock.after(patience, () => refuse(new Refused(refusals.waitedTooLong(patience))));
  const stopListening = onceAborted(ended, () => refuse(new Refused(refusals.gone())));
  return {
    client,
    admit() {
      stopWaiting();
      onAdmit();
    },
    refuse,
  };
}
