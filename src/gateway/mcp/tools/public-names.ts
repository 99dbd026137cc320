import { wireName } from '../../../converser/words/ensemble/wire-name.ts';

export interface PublicNamesOptions {
  /** Names tools without their ensemble, where only one has that name. */
  readonly bareNames: boolean;
  /** Names that are ours already. */
  readonly taken: ReadonlySet<string>;
}

/** A tool or a prompt of an ensemble. */
export interface Named {
  readonly ensemble: string;
  readonly name: string;
}

/** The names under which a client sees tools or prompts, each with its wire name. */
export function publicNames(
  all: readonly Named[],
  { bareNames, taken }: PublicNamesOptions,
): ReadonlyMap<string, string> {
  const byName = Map.groupBy(all, ({ name }) => name);
  const wireNames = new Set(all.map(wireName));
  const isFree = (name: string) => pattern.test(name) && !taken.has(name) && !wireNames.has(name);
  return new Map(
    all.map(each => {
      const { name } = each;
      const isOnly = byName.get(name)?.length === 1;
      const own = wireName(each);
      return [bareNames && isOnly && isFree(name) ? name : own, own];
    }),
  );
}

const pattern = /^[A-Za-z0-9_-]{1,64}$/;
