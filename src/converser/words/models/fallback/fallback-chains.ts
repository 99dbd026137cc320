import { isJsonObject } from '../../../ground/json/json.ts';
import { fits } from '../fits.ts';

/**
 * The models that answer in place of those that match a pattern of `provider/id`, in the order in which they are tried.
 * In patterns, `*` matches anything.
 */
export type FallbackChains = Readonly<Record<string, readonly string[]>>;

/** More are not tried: you wait for each. */
const mostFallbacks = 8;

/** The chain of one model, without the model itself. Of several patterns that fit, the last one counts. */
export function chainOf(reference: string, chains: FallbackChains): readonly string[] {
  const own = Object.entries(chains).findLast(([pattern]) => fits(pattern, reference));
  const others = new Set(own?.[1] ?? []);
  others.delete(reference);
  return [...others].slice(0, mostFallbacks);
}

/** Chains as you have written them. What is wrong counts as not written. */
export function readFallbackChains(written: unknown): FallbackChains {
  if (!isJsonObject(written)) return {};
  return Object.fromEntries(
    Object.entries(written).flatMap(([pattern, chain]) =>
      Array.isArray(chain) ? [[pattern, chain.filter(isReference)]] : [],
    ),
  );
}

function isReference(value: unknown): value is string {
  return typeof value === 'string' && value.trim() !== '';
}
