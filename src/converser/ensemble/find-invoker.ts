import { fullName, type Invoker } from './invoker.ts';
import { wireName } from './wire-name.ts';

/** By wire name and full name. Lists of invokers do not change: who offers others offers another list. */
export function byExactName(invokers: readonly Invoker[]): Named {
  const known = exactNames.get(invokers);
  if (known !== undefined) return known;
  const names = new Map<string, Invoker[]>();
  for (const invoker of invokers) {
    for (const name of new Set([wireNameOf(invoker), fullName(invoker)])) {
      names.set(name, [...(names.get(name) ?? []), invoker]);
    }
  }
  exactNames.set(invokers, names);
  return names;
}

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

const exactNames = new WeakMap<readonly Invoker[], Named>();

const wireNames = new WeakMap<Invoker, string>();

/** Names are compared far more often than invokers are made. */
export function wireNameOf(invoker: Invoker): string {
  const known = wireNames.get(invoker);
  if (known !== undefined) return known;
  const name = wireName(invoker);
  wireNames.set(invoker, name);
  return name;
}

type Named = ReadonlyMap<string, readonly Invoker[]>;

export type Found =
  | { readonly kind: 'found'; readonly invoker: Invoker }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Invoker[] }
  /** With the reason where its ensemble has no tools at all. */
  | { readonly kind: 'unknown'; readonly reason?: string };
