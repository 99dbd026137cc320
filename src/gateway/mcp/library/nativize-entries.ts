import type { Prompt, Resource, ResourceTemplateType } from '@modelcontextprotocol/server';
import { wireName } from '../../../converser/words/ensemble/wire-name.ts';
import { publicNames } from '../tools/public-names.ts';
import type { Gathered } from './gather.ts';
import { isOwnUri, qualifiedUri } from './qualified-uri.ts';

export interface Origin {
  readonly ensemble: string;
  readonly own: string;
}

export type PublicEntries<T> = ReadonlyMap<string, Origin & { readonly entry: T }>;

/** Qualifies an address that two ensembles have, or that looks like ours. */
export function publicResources(gathered: readonly Gathered<Resource>[]): PublicEntries<Resource> {
  return byAddress(
    gathered,
    ({ uri }) => uri,
    (item, uri) => ({ ...item, uri }),
  );
}

export function publicTemplates(
  gathered: readonly Gathered<ResourceTemplateType>[],
): PublicEntries<ResourceTemplateType> {
  return byAddress(
    gathered,
    ({ uriTemplate }) => uriTemplate,
    (item, uriTemplate) => ({ ...item, uriTemplate }),
  );
}

export function publicPrompts(
  gathered: readonly Gathered<Prompt>[],
  { bareNames }: { readonly bareNames: boolean },
): PublicEntries<Prompt> {
  const named = gathered.map(({ ensemble, item }) => ({ ensemble, name: item.name, item }));
  const publicNameOf = new Map(
    [...publicNames(named, { bareNames, taken: new Set() })].map(([name, wire]) => [wire, name]),
  );
  return firstOfEach(
    named.map(({ ensemble, name: own, item }) => {
      const wire = wireName({ ensemble, name: own });
      const name = publicNameOf.get(wire) ?? wire;
      return [name, { ensemble, own, entry: { ...item, name } }];
    }),
  );
}

function byAddress<T extends { readonly _meta?: Record<string, unknown> | undefined }>(
  gathered: readonly Gathered<T>[],
  addressOf: (item: T) => string,
  withAddress: (item: T, address: string) => T,
): PublicEntries<T> {
  const owners = Map.groupBy(gathered, ({ item }) => addressOf(item));
  const isShared = (uri: string) => new Set(owners.get(uri)?.map(({ ensemble }) => ensemble)).size > 1;
  return firstOfEach(
    gathered.map(({ ensemble, item }) => {
      const own = addressOf(item);
      const uri = isShared(own) || isOwnUri(own) ? qualifiedUri({ ensemble, uri: own }) : own;
      const entry = { ...withAddress(item, uri), _meta: { ...item._meta, 'converser/ensemble': ensemble } };
      return [uri, { ensemble, own, entry }];
    }),
  );
}

function firstOfEach<T>(entries: readonly (readonly [string, T])[]): ReadonlyMap<string, T> {
  const first = new Map<string, T>();
  for (const [key, entry] of entries) if (!first.has(key)) first.set(key, entry);
  return first;
}
