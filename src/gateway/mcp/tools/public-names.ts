import type { Invoker } from '../../../converser/ensemble/invoker.ts';
import { wireName } from '../../../converser/ensemble/wire-name.ts';

export interface PublicNamesOptions {
  /** Names tools without their ensemble, where only one has that name. */
  readonly bareNames: boolean;
  /** Names that are ours already. */
  readonly taken: ReadonlySet<string>;
}

/** The names under which a client sees the invokers, each with its wire name. */
export function publicNames(
  invokers: readonly Invoker[],
  { bareNames, taken }: PublicNamesOptions,
): ReadonlyMap<string, string> {
  const byName = Map.groupBy(invokers, ({ name }) => name);
  const wireNames = new Set(invokers.map(wireName));
  const isFree = (name: string) => pattern.test(name) && !taken.has(name) && !wireNames.has(name);
  return new Map(
    invokers.map(invoker => {
      const { name } = invoker;
      const isOnly = byName.get(name)?.length === 1;
      const own = wireName(invoker);
      return [bareNames && isOnly && isFree(name) ? name : own, own];
    }),
  );
}

const pattern = /^[A-Za-z0-9_-]{1,64}$/;
