import { fits } from '../fits.ts';

/** Keyed by patterns of `provider/id`, where `*` matches anything. */
export type FallbackChains = Readonly<Record<string, readonly string[]>>;

/** More aren't tried: you wait for each. */
const mostFallbacks = 8;

export function chainOf(reference: string, chains: FallbackChains): readonly string[] {
  const own = Object.entries(chains).findLast(([pattern]) => fits(pattern, reference));
  const others = new Set(own?.[1] ?? []);
  others.delete(reference);
  return [...others].slice(0, mostFallbacks);
}
