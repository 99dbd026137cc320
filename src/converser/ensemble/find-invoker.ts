import { perObject } from '../per-object.ts';
import { fullName, type Invoker } from './invoker.ts';
import { wireName } from './wire-name.ts';

/** By wire name and full name. Lists of invokers never change: other invokers come as another list. */
export const byExactName = perObject((invokers: readonly Invoker[]): Named => {
  const names = new Map<string, Invoker[]>();
  for (const invoker of invokers) {
    for (const name of new Set([wireNameOf(invoker), fullName(invoker)])) {
      names.set(name, [...(names.get(name) ?? []), invoker]);
    }
  }
  return names;
});

export function findLoosely(invokers: readonly Invoker[], reference: string): Found {
  for (const answersTo of [hasName, hasAlias]) {
    const candidates = invokers.filter(invoker => answersTo(invoker, reference));
    const [only] = candidates;
    if (only !== undefined) {
      return candidates.length === 1 ? { kind: 'found', invoker: only } : { kind: 'ambiguous', candidates };
    }
  }
  return { kind: 'unknown' };
}

function hasName(invoker: Invoker, reference: string): boolean {
  return invoker.name === reference;
}

/** An alias may be scoped as a name may. */
function hasAlias({ ensemble, aliases }: Invoker, reference: string): boolean {
  return aliases.some(
    name =>
      name === reference ||
      fullName({ ensemble, name }) === reference ||
      wireName({ ensemble, name }) === reference,
  );
}

/** Names are compared far more often than invokers are made. */
export const wireNameOf = perObject((invoker: Invoker) => wireName(invoker));

type Named = ReadonlyMap<string, readonly Invoker[]>;

export type Found =
  | { readonly kind: 'found'; readonly invoker: Invoker }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Invoker[] }
  /** With the reason where its ensemble has no tools at all. */
  | { readonly kind: 'unknown'; readonly reason?: string };
