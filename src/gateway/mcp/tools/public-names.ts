import { wireName } from '../../../converser/words/ensemble/wire-name.ts';

export interface Named {
  readonly ensemble: string;
  readonly name: string;
}

export function publicNames(
  all: readonly Named[],
  { bareNames, taken }: { readonly bareNames: boolean; readonly taken: ReadonlySet<string> },
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
