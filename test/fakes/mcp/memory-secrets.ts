import type { SecretStore } from '../../../src/ensembles/mcp/sign-in/credentials.ts';

export interface MemorySecrets extends SecretStore {
  readonly kept: ReadonlyMap<string, string>;
}

export function createMemorySecrets(): MemorySecrets {
  const kept = new Map<string, string>();
  return {
    kept,
    get: async key => kept.get(key),
    store: async (key, value) => void kept.set(key, value),
    delete: async key => void kept.delete(key),
  };
}
