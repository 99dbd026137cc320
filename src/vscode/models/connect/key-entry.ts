import { isUnencrypted } from '../../../converser/ground/addresses.ts';
import { errorData } from '../../../converser/ground/errors.ts';
import type { Model } from '../../../converser/words/models/provider.ts';
import type { ProviderDefinition } from '../../../providers/facts/provider-definition.ts';
import type { Entry, Taken } from '../../common/ask-in-vscode.ts';
import type { ProviderKeys } from './provider-keys.ts';

/** Lists the models with a key to test both. Rejects with a `ConverserError`. */
export type TryProvider = (
  definition: ProviderDefinition,
  asking: { readonly key: string | undefined; readonly signal: AbortSignal },
) => Promise<readonly Model[]>;

export interface KeyEntryOptions {
  readonly keys: ProviderKeys;
  readonly tryProvider: TryProvider;
  readonly back?: boolean;
}

/** Stores the key if the provider lists its models with it. */
export function keyEntry(
  definition: ProviderDefinition,
  { keys, tryProvider, back = false }: KeyEntryOptions,
): Entry<readonly Model[]> {
  const variable = keys.variableOf(definition);
  return {
    title: `API key for ${definition.label}`,
    prompt: `Tested now, stored in VS Code’s secret storage, sent only to ${placeOf(definition)}.${warning(definition)}`,
    placeholder:
      variable === undefined ? 'API key' : `API key; leave empty to use the environment variable ${variable}`,
    secret: true,
    back,
    async take(entered, signal): Promise<Taken<readonly Model[]>> {
      const key = entered || keys.ofEnvironment(definition);
      if (key === undefined) return { problem: missing(variable) };
      try {
        const models = await tryProvider(definition, { key, signal });
        if (!signal.aborted && entered !== '') await keys.store(definition, entered);
        return { value: models };
      } catch (cause) {
        return {
          problem: problemOf(cause, definition, entered === '' ? `the key in ${variable}` : 'this key'),
        };
      }
    },
  };
}

/** The error itself is longer, because it also covers a missing key. */
function problemOf(cause: unknown, { label }: ProviderDefinition, key: string): string {
  const { code, message } = errorData(cause);
  if (code !== 'model-unauthorized') return message;
  return `${label} rejected ${key}. Check it or enter another.`;
}

function missing(variable: string | undefined): string {
  return variable === undefined
    ? 'Enter an API key.'
    : `Enter an API key: the environment variable ${variable} isn’t set.`;
}

function placeOf({ label, baseUrl }: ProviderDefinition): string {
  return URL.parse(baseUrl ?? '')?.host ?? label;
}

function warning({ baseUrl = '' }: ProviderDefinition): string {
  return isUnencrypted(baseUrl) ? ' Unencrypted (http): others on the network can read it.' : '';
}
