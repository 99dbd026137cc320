import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import { errors } from '../../../converser/ground/errors.ts';
import type { Host } from '../../../converser/ground/host.ts';
import type { Ensemble } from '../../../converser/words/ensemble/ensemble.ts';
import type { Library } from '../../../converser/words/ensemble/library.ts';
import { placeOf } from '../../guard/place-of.ts';

export interface Gathered<T> {
  readonly ensemble: string;
  readonly item: T;
}

export interface GatherOptions<T> {
  readonly read: (library: Library) => Promise<readonly T[]>;
  readonly host: Pick<Host, 'clock' | 'log'>;
  readonly signal: AbortSignal;
  readonly onLate: () => void;
}

/** In milliseconds, for each ensemble. */
const patience = 10_000;

const mostEntries = 10_000;

/** An ensemble that fails or takes too long is left out. Rejects with `cancelled` when the signal aborts. */
export async function gather<T>(
  ensembles: readonly Ensemble[],
  { read, host, signal, onLate }: GatherOptions<T>,
): Promise<readonly Gathered<T>[]> {
  const enough = new AbortController();
  const stopWaiting = host.clock.after(patience, () => enough.abort());
  const waiting = AbortSignal.any([signal, enough.signal]);

  async function ofOne({ name, library }: Ensemble): Promise<readonly Gathered<T>[]> {
    if (library === undefined) return [];
    try {
      const reading = read(library);
      const found = await orAborted(reading, waiting);
      if (found !== aborted) return found.slice(0, mostEntries).map(item => ({ ensemble: name, item }));
      if (!signal.aborted) reading.then(onLate, () => {});
    } catch (cause) {
      host.log.debug(`A list of ${name} is left out: ${placeOf(cause)}`);
    }
    return [];
  }

  try {
    const lists = await Promise.all(ensembles.map(ofOne));
    if (signal.aborted) throw errors.cancelled();
    return lists.flat();
  } finally {
    stopWaiting();
  }
}
