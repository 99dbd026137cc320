import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { KnownSecrets } from '../../converser/ground/secrets/known-secrets.ts';
import { isSecretName } from '../../converser/ground/secrets/looks-secret.ts';
import type { SecretStore } from './sign-in/credentials.ts';

/** Tokens that go through it become known, so that they are hidden if a server quotes one. */
export function learningStore(store: SecretStore, secrets: Pick<KnownSecrets, 'learn'>): SecretStore {
  const learnt = (stored: string | undefined) => {
    if (stored !== undefined) learnFrom(parsed(stored), secrets);
    return stored;
  };
  return {
    get: async key => learnt(await store.get(key)),
    store: async (key, value) => {
      learnt(value);
      await store.store(key, value);
    },
    delete: key => store.delete(key),
  };
}

function learnFrom(value: unknown, secrets: Pick<KnownSecrets, 'learn'>): void {
  if (!isJsonObject(value)) return;
  for (const [name, inner] of Object.entries(value)) {
    if (typeof inner === 'string' && isSecretName(name)) secrets.learn(inner);
    else learnFrom(inner, secrets);
  }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
