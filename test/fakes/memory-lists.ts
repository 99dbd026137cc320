import type { JsonValue } from '../../src/converser/ground/json/json.ts';
import type { ListMemory } from '../../src/providers/configured/list-cache.ts';

export interface MemoryLists extends ListMemory {
  readonly kept: Map<string, JsonValue>;
}

/** Keeps what JSON keeps: what is read is never the object that was written. */
export function createMemoryLists(kept = new Map<string, JsonValue>()): MemoryLists {
  return {
    kept,
    async read(key) {
      const value = kept.get(key);
      return value === undefined ? undefined : JSON.parse(JSON.stringify(value));
    },
    async write(key, value) {
      kept.set(key, JSON.parse(JSON.stringify(value)));
    },
  };
}
