import type { Origin, PublicEntries } from './nativize-entries.ts';

export interface Catalogue<T> {
  list(signal: AbortSignal): Promise<PublicEntries<T>>;
  /** Finds what a public name meant when the client saw it last, or else what it means now. */
  find(name: string, signal: AbortSignal): Promise<Origin | undefined>;
}

export function createCatalogue<T>(gather: (signal: AbortSignal) => Promise<PublicEntries<T>>): Catalogue<T> {
  let seen: PublicEntries<T> = new Map();
  const list = async (signal: AbortSignal) => {
    seen = await gather(signal);
    return seen;
  };
  return {
    list,
    find: async (name, signal) => seen.get(name) ?? (await list(signal)).get(name),
  };
}
