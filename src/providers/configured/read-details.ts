import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import type { ModelFacts, ProviderDefinition } from '../facts/provider-definition.ts';
import { readFacts } from '../facts/read-facts.ts';
import { setKey } from './server-addresses.ts';

export type Complain = (message: string, ...path: readonly string[]) => void;

export type ProviderDetails = Pick<
  ProviderDefinition,
  'headers' | 'organization' | 'keyVariable' | 'options' | 'models'
> & {
  readonly label?: string;
};

export function readDetails(entry: JsonObject, complain: Complain): ProviderDetails {
  for (const field of Object.keys(entry)) complainOfField(field, complain);
  const { headers, options, models } = entry;
  return {
    ...textOf(entry, 'label', complain),
    ...(headers === undefined ? {} : readHeaders(headers, complain)),
    ...textOf(entry, 'organization', complain),
    ...readVariable(entry, complain),
    ...(options === undefined ? {} : readOptions(options, complain)),
    ...(models === undefined ? {} : readModels(models, complain)),
  };
}

const known = ['kind', 'label', 'baseUrl', 'headers', 'organization', 'keyVariable', 'options', 'models'];

function complainOfField(field: string, complain: Complain): void {
  if (known.includes(field)) return;
  if (isSecretName(field)) complain(`Don’t store a key in the settings. Remove it, and ${setKey}.`, field);
  else complain(`Unknown field “${field}”. Known fields: ${known.join(', ')}.`, field);
}

function textOf<T extends 'label' | 'organization'>(
  entry: JsonObject,
  field: T,
  complain: Complain,
): { readonly [name in T]?: string } {
  const value = entry[field];
  if (value === undefined) return {};
  if (typeof value === 'string' && value.trim() !== '') return { [field]: value } as { [name in T]: string };
  complain(`“${field}” must be a string.`, field);
  return {};
}

function readVariable({ keyVariable: name }: JsonObject, complain: Complain): ProviderDetails {
  if (name === undefined) return {};
  const isName = typeof name === 'string' && /^[A-Za-z_]\w{0,127}$/.test(name) && !looksLikeKey(name);
  if (isName) return { keyVariable: name };
  complain(
    `“keyVariable” must be the name of an environment variable. For the key itself, ${setKey}.`,
    'keyVariable',
  );
  return {};
}

/** Options are read when the first model is asked. Until then, only a settings editor knows what is wrong inside. */
function readOptions(written: JsonValue, complain: Complain): ProviderDetails {
  if (isJsonObject(written)) return { options: written };
  complain('“options” must be an object, for example { "effort": "high" }.', 'options');
  return {};
}

function readHeaders(written: JsonValue, complain: Complain): ProviderDetails {
  if (!isJsonObject(written)) {
    complain('“headers” must be an object with header names as keys and strings as values.', 'headers');
    return {};
  }
  const good = Object.entries(written).flatMap(([name, value]) => {
    const fault = faultOfHeader(name, value);
    if (fault !== undefined) complain(fault, 'headers', name);
    return fault === undefined ? [[name, String(value)] as const] : [];
  });
  return { headers: Object.fromEntries(good) };
}

function faultOfHeader(name: string, value: JsonValue): string | undefined {
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'This is not a valid header name.';
  if (typeof value !== 'string' || /[^\t\x20-\x7e]/.test(value)) {
    return 'A header value must be one line of ASCII text.';
  }
  return isSecretName(name) || looksLikeKey(value)
    ? `Don’t store a key in the settings. Remove this header, and ${setKey}.`
    : undefined;
}

function readModels(written: JsonValue, complain: Complain): ProviderDetails {
  if (!isJsonObject(written)) {
    complain('“models” must be an object with model ids as keys; * matches anything.', 'models');
    return {};
  }
  const good = Object.entries(written).flatMap(
    ([match, entry]): readonly (readonly [string, ModelFacts])[] => {
      if (!isJsonObject(entry)) {
        complain('A model’s entry must be an object, for example { "tools": "contract" }.', 'models', match);
        return [];
      }
      const { facts, problems } = readFacts(entry);
      for (const { key, message } of problems) complain(message, 'models', match, key);
      return [[match, facts]];
    },
  );
  return { models: Object.fromEntries(good) };
}

function isSecretName(name: string): boolean {
  return (
    /^((proxy-)?authorization|cookie)$/i.test(name) ||
    /(^|[-_])(api[-_]?key|key|token|secret|password)$/i.test(name) ||
    /^(api|access|auth)(key|token)$/i.test(name)
  );
}

/** Matches keys in the vendors' formats, and long strings that look random. */
function looksLikeKey(value: string): boolean {
  return (
    /\b(sk|pk|gsk|xai|key|hf|ghp|AIza)[-_]?[\w-]{16,}/i.test(value) ||
    /^\s*(bearer|basic)\s/i.test(value) ||
    (value.match(/[\w-]{32,}/g) ?? []).some(word => /\d/.test(word) && /[a-z]/i.test(word))
  );
}
