import { defined } from '../../ground/json/defined.ts';
import { perObject } from '../../ground/object-memory.ts';
import type { Failure } from '../canister/canister.ts';
import type { Ensemble } from './ensemble.ts';
import { fullName, type Invoker } from './invoker.ts';
import { wireName } from './wire-name.ts';

export interface FindOptions {
  readonly among: (invoker: Invoker) => boolean;
  readonly ensembles: readonly Ensemble[];
  readonly isEnabled: (name: string) => boolean;
  readonly offeredBy: (ensemble: Ensemble) => readonly Invoker[];
}

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

type Absence = Pick<Failure, 'kind' | 'message'>;

/** A list of other tools would make a model look for a mistake in the name. */
function whyAbsent(
  reference: string,
  ensembles: readonly Ensemble[],
  isEnabled: (name: string) => boolean,
): Absence | undefined {
  const named = ensembles.find(
    ({ name }) => reference.startsWith(`${name}:`) || reference.startsWith(`${name}__`),
  );
  if (named === undefined) return undefined;
  const { name, state, invokers } = named;
  if (!isEnabled(name)) {
    const how = `The user can switch it on in the Ensembles view, or in a terminal with --enable ${name}.`;
    return { kind: 'permission', message: `The ensemble ${name} is off. ${how}` };
  }
  if (invokers.length > 0) return undefined;
  switch (state.status) {
    case 'failed':
      return state.error.code === 'approval-needed'
        ? { kind: 'permission', message: state.error.message }
        : { kind: 'execution', message: `The ensemble ${name} failed: ${state.error.message}` };
    case 'connecting':
      return {
        kind: 'network',
        message: `The ensemble ${name} is still connecting. Try again in a moment.`,
      };
    case 'disconnected':
      return { kind: 'network', message: `The ensemble ${name} is not connected.` };
    case 'ready':
      return undefined;
  }
}
