import { isUnencrypted } from '../../../converser/addresses.ts';
import { errorData } from '../../../converser/errors.ts';
import type { Model } from '../../../converser/models/provider.ts';
import type { ProviderDefinition } from '../../../providers/facts/provider-definition.ts';
import type { Entry, Taken } from '../../window/ask-user.ts';
import type { ProviderKeys } from './provider-keys.ts';

/** Lists a server's models with a key, to see whether both are right. Rejects with a `ConverserError`. */
export type TryProvider = (
  definition: ProviderDefinition,
  asking: { readonly key: string | undefined; readonly signal: AbortSignal },
) => Promise<readonly Model[]>;

export interface KeyEntryOptions {
  readonly keys: ProviderKeys;
  readonly tryProvider: TryProvider;
  /** Whether the person came from another question. */
  readonly back?: boolean;
}

/** Asks for the key of a server, and keeps it once the server has listed its models for it. */
export function keyEntry(
  definition: ProviderDefinition,
  { keys, tryProvider, back = false }: KeyEntryOptions,
): Entry<readonly Model[]> {
  const variable = keys.variableOf(definition);
  return {
    title: `Key for ${definition.label}`,
    prompt: `It is tried out, kept in VS Code’s secret storage, and sent to ${placeOf(definition)} only.${warning(definition)}`,
    placeholder: variable === undefined ? 'Key' : `Key; leave empty to use ${variable} from the environment`,
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
          problem: problemOf(cause, definition, entered === '' ? `The key in ${variable}` : 'That key'),
        };
      }
    },
  };
}

/** Whoever is at the box has a key: it is not worth saying that there may be none. */
function problemOf(cause: unknown, { label }: ProviderDefinition, key: string): string {
  const { code, message } = errorData(cause);
  if (code !== 'model-unauthorized') return message;
  return `${key} was not accepted by ${label}. Look for a mistake in it, or enter another one.`;
}

function missing(variable: string | undefined): string {
  return variable === undefined ? 'Enter a key.' : `Enter a key: ${variable} is not set in the environment.`;
}

function placeOf({ label, baseUrl }: ProviderDefinition): string {
  return URL.parse(baseUrl ?? '')?.host ?? label;
}

function warning({ baseUrl = '' }: ProviderDefinition): string {
  return isUnencrypted(baseUrl) ? ' It travels unencrypted: others on the way can read it.' : '';
}
