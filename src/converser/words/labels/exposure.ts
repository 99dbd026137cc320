import { createObjectMemory, perObject } from '../../ground/object-memory.ts';
import { type Label, ofWorkspace, type Source } from './label.ts';

export interface Exposure {
  readonly outside: ReadonlyMap<Source, Cause>;
  readonly secrets: ReadonlyMap<string, Cause>;
  readonly described: ReadonlyMap<Source, Cause>;
}

export interface Cause {
  readonly text: string;
  readonly canisterId?: string;
}

export const unexposed: Exposure = { outside: new Map(), secrets: new Map(), described: new Map() };

export function isExposed({ outside, secrets, described }: Exposure): boolean {
  return outside.size > 0 || secrets.size > 0 || described.size > 0;
}

export function joinExposures(one: Exposure, other: Exposure): Exposure {
  if (!isExposed(other)) return one;
  if (!isExposed(one)) return other;
  return {
    outside: joined(one.outside, other.outside),
    secrets: joined(one.secrets, other.secrets),
    described: joined(one.described, other.described),
  };
}

export const carriedLabel = perObject(({ outside, secrets, described }: Exposure): Label | undefined => {
  const sources = [...new Set([...outside.keys(), ...described.keys()])].sort();
  if (sources.length === 0 && secrets.size === 0) return undefined;
  return {
    integrity: sources.length === 0 ? ofWorkspace.integrity : 'outside',
    sources,
    confidentiality: secrets.size === 0 ? ofWorkspace.confidentiality : 'secret',
  };
}, createObjectMemory());

const mostSources = 64;

export function addCause<Key extends string>(causes: Map<Key, Cause>, key: Key, cause: Cause): void {
  if (causes.has(key)) return;
  if (causes.size < mostSources) causes.set(key, cause);
  else if (!causes.has('*' as Key)) causes.set('*' as Key, cause);
}

function joined<Key extends string>(
  one: ReadonlyMap<Key, Cause>,
  other: ReadonlyMap<Key, Cause>,
): ReadonlyMap<Key, Cause> {
  const both = new Map(one);
  for (const [key, cause] of other) addCause(both, key, cause);
  return both;
}
