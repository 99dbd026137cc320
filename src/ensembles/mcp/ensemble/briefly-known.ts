import { aborted, orAborted } from '../../../converser/ground/async/abort.ts';
import type { Listen } from '../../../converser/ground/async/listeners.ts';
import { errors } from '../../../converser/ground/errors.ts';
import type { Clock } from '../../../converser/ground/ports.ts';
import type { EnsembleList } from '../../../converser/words/ensemble/library.ts';

export interface BrieflyKnownOptions {
  readonly clock: Pick<Clock, 'monotonic'>;
  readonly onDidChangeList: Listen<EnsembleList>;
}

/** In milliseconds, because not every server reports that its lists have changed. */
const freshness = 10_000;

/** Not every keystroke and page causes a request. All who wait share one reading. */
export function brieflyKnown<T>(
  read: (signal: AbortSignal) => Promise<readonly T[]>,
  { clock, onDidChangeList }: BrieflyKnownOptions,
): (signal: AbortSignal) => Promise<readonly T[]> {
  let known: { readonly list: Promise<readonly T[]>; until: number } | undefined;
  onDidChangeList(() => {
    known = undefined;
  });

  function current(): Promise<readonly T[]> {
    if (known !== undefined && clock.monotonic() < known.until) return known.list;
    // Others may wait for the same list, so the caller's signal doesn't end it.
    const list = read(new AbortController().signal);
    const ours = { list, until: Number.POSITIVE_INFINITY };
    known = ours;
    const forget = () => {
      if (known === ours) known = undefined;
    };
    list.then(() => {
      ours.until = clock.monotonic() + freshness;
    }, forget);
    return list;
  }

  return async signal => {
    const list = await orAborted(current(), signal);
    if (list === aborted) throw errors.cancelled();
    return list;
  };
}
