import { defined } from '../../ground/json/defined.ts';
import { perObject } from '../../ground/per-object.ts';
import type { Ensemble } from './ensemble.ts';
import { type Absence, whyAbsent } from './explain-absent.ts';
import { fullName, type Invoker } from './invoker.ts';
import { wireName } from './wire-name.ts';

export interface FindOptions {
  readonly among: (invoker: Invoker) => boolean;
  readonly ensembles: readonly Ensemble[];
  readonly isEnabled: (name: string) => boolean;
  readonly offeredBy: (ensemble: Ensemble) => readonly Invoker[];
}

/** Tries wire name, full name, bare name and alias, in this order; a bare one only if it is unique. */
export function findInvoker(
  reference: string,
  { among, ensembles, isEnabled, offeredBy }: FindOptions,
): FoundInvoker {
  for (const ensemble of ensembles) {
    if (!isEnabled(ensemble.name)) continue;
    const exact = byExactName(offeredBy(ensemble)).get(reference)?.find(among);
    if (exact !== undefined) return { kind: 'found', invoker: exact };
  }
  const invokers = ensembles.filter(({ name }) => isEnabled(name)).flatMap(offeredBy);
  const found = findLoosely(invokers.filter(among), reference);
  if (found.kind !== 'unknown') return found;
  return defined({ kind: 'unknown', absence: whyAbsent(reference, ensembles, isEnabled) });
}

/** Lists of invokers never change: other invokers come as another list. */
const byExactName = perObject((invokers: readonly Invoker[]): Named => {
  const names = new Map<string, Invoker[]>();
  for (const invoker of invokers) {
    for (const name of new Set([wireName(invoker), fullName(invoker)])) {
      names.set(name, [...(names.get(name) ?? []), invoker]);
    }
  }
  return names;
});

function findLoosely(invokers: readonly Invoker[], reference: string): FoundInvoker {
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

function hasAlias({ ensemble, aliases }: Invoker, reference: string): boolean {
  return aliases.some(
    name =>
      name === reference ||
      fullName({ ensemble, name }) === reference ||
      wireName({ ensemble, name }) === reference,
  );
}

type Named = ReadonlyMap<string, readonly Invoker[]>;

export type FoundInvoker =
  | { readonly kind: 'found'; readonly invoker: Invoker }
  | { readonly kind: 'ambiguous'; readonly candidates: readonly Invoker[] }
  | { readonly kind: 'unknown'; readonly absence?: Absence };
