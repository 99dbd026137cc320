import type * as vscode from 'vscode';
import { type Disposable, type Listen, listeners } from '../../../converser/ground/async/listeners.ts';
import type { ProviderDefinition } from '../../../providers/facts/provider-definition.ts';

export type KeyHolder = Pick<ProviderDefinition, 'id' | 'kind' | 'baseUrl' | 'keyVariable'>;

/** Invariant: keys live in VS Code's secret storage alone. A changed address does not get the key. */
export interface ProviderKeys extends Disposable {
  keyFor(definition: KeyHolder): Promise<string | undefined>;
  ofEnvironment(definition: KeyHolder): string | undefined;
  isStored(definition: KeyHolder): Promise<boolean>;
  store(definition: KeyHolder, key: string): Promise<void>;
  forget(definition: KeyHolder): Promise<void>;
  /** Deletes the keys of a provider for every address that it has ever had. */
  forgetAll(id: string): Promise<void>;
  /** Some addresses have no variable. */
  variableOf(definition: KeyHolder): string | undefined;
  readonly onDidChange: Listen<void>;
}

export interface ProviderKeysOptions {
  readonly secrets: vscode.SecretStorage;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

export function createProviderKeys({ secrets, environment }: ProviderKeysOptions): ProviderKeys {
  const changes = listeners<void>();
  const subscription = secrets.onDidChange(({ key }) => {
    if (key.startsWith(prefix)) changes.fire();
  });
  const stored = async (definition: KeyHolder) => {
    const name = secretName(definition);
    return name === undefined ? undefined : (await secrets.get(name)) || undefined;
  };
  const ofEnvironment = (definition: KeyHolder) => {
    const variable = variableOf(definition);
    return variable === undefined ? undefined : environment[variable]?.trim() || undefined;
  };
  return {
    keyFor: async definition => (await stored(definition)) ?? ofEnvironment(definition),
    ofEnvironment,
    isStored: async definition => (await stored(definition)) !== undefined,
    async store(definition, key) {
      const name = secretName(definition);
      if (name !== undefined) await secrets.store(name, key);
    },
    async forget(definition) {
      const name = secretName(definition);
      if (name !== undefined) await secrets.delete(name);
    },
    async forgetAll(id) {
      const names = (await secrets.keys()).filter(name => name.startsWith(prefixOf(id)));
      await Promise.all(names.map(name => secrets.delete(name)));
    },
    variableOf,
    onDidChange: changes.listen,
    dispose: () => subscription.dispose(),
  };
}

const prefix = 'converser.key:';

const vendors: Readonly<
  Record<ProviderDefinition['kind'], { readonly origin: string; readonly variable?: string }>
> = {
  anthropic: { origin: 'https://api.anthropic.com', variable: 'ANTHROPIC_API_KEY' },
  ollama: { origin: 'http://127.0.0.1:11434' },
  openai: { origin: 'https://api.openai.com', variable: 'OPENAI_API_KEY' },
  'openai-responses': { origin: 'https://api.openai.com', variable: 'OPENAI_API_KEY' },
};

function secretName(definition: KeyHolder): string | undefined {
  const origin = originOf(definition);
  return origin === undefined ? undefined : `${prefixOf(definition.id)}${origin}`;
}

/** No id has an `@`, so none of these begins with another one. */
function prefixOf(id: string): string {
  return `${prefix}${id}@`;
}

/** Returns `undefined` for an invalid address, which has no key either. */
function originOf({ kind, baseUrl }: KeyHolder): string | undefined {
  if (baseUrl === undefined) return vendors[kind].origin;
  const url = URL.parse(baseUrl);
  return url?.protocol === 'https:' || url?.protocol === 'http:' ? url.origin : undefined;
}

/** A vendor's usual variable holds a key for that vendor, so it is not used for other addresses. */
function variableOf(definition: KeyHolder): string | undefined {
  if (definition.keyVariable !== undefined) return definition.keyVariable;
  const { origin, variable } = vendors[definition.kind];
  return originOf(definition) === origin ? variable : undefined;
}
