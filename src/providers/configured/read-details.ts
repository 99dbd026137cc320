import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/json/json.ts';
import type { ModelFacts, ProviderDefinition } from '../facts/provider-definition.ts';
import { readFacts } from '../facts/read-facts.ts';
import { setKey } from './addresses.ts';
import { isSecretName, looksLikeKey } from './secrets.ts';

/** Tells what is wrong at a place inside the entry of a server. */
export type Complain = (message: string, ...path: readonly string[]) => void;

export type ProviderDetails = Pick<
  ProviderDefinition,
  'headers' | 'organization' | 'keyVariable' | 'models'
> & {
  readonly label?: string;
};

/** What an entry says besides kind and address. What is wrong is complained about and left out. */
export function readDetails(entry: JsonObject, complain: Complain): ProviderDetails {
  for (const field of Object.keys(entry)) complainOfField(field, complain);
  const { headers, models } = entry;
  return {
    ...textOf(entry, 'label', complain),
    ...(headers === undefined ? {} : readHeaders(headers, complain)),
    ...textOf(entry, 'organization', complain),
    ...readVariable(entry, complain),
    ...(models === undefined ? {} : readModels(models, complain)),
  };
}

const known = ['kind', 'label', 'baseUrl', 'headers', 'organization', 'keyVariable', 'models'];

function complainOfField(field: string, complain: Complain): void {
  if (known.includes(field)) return;
  if (isSecretName(field))
    complain(`A key does not belong in the settings. Take it out, and ${setKey}.`, field);
  else complain(`There is no “${field}”. There are: ${known.join(', ')}.`, field);
}

function textOf<T extends 'label' | 'organization'>(
  entry: JsonObject,
  field: T,
  complain: Complain,
): { readonly [name in T]?: string } {
  const value = entry[field];
  if (value === undefined) return {};
  if (typeof value === 'string' && value.trim() !== '') return { [field]: value } as { [name in T]: string };
  complain(`“${field}” wants a text.`, field);
  return {};
}

function readVariable({ keyVariable: name }: JsonObject, complain: Complain): ProviderDetails {
  if (name === undefined) return {};
  const isName = typeof name === 'string' && /^[A-Za-z_]\w{0,127}$/.test(name) && !looksLikeKey(name);
  if (isName) return { keyVariable: name };
  complain(
    `“keyVariable” wants the name of an environment variable. For the key itself, ${setKey}.`,
    'keyVariable',
  );
  return {};
}

function readHeaders(written: JsonValue, complain: Complain): ProviderDetails {
  if (!isJsonObject(written)) {
    complain('Headers are a table of texts by name.', 'headers');
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
  if (!/^[\w!#$%&'*+.^`|~-]+$/.test(name)) return 'This is no name of a header.';
  if (typeof value !== 'string' || /[^\t\x20-\x7e]/.test(value)) {
    return 'A header wants a text of plain ASCII, in one line.';
  }
  return isSecretName(name) || looksLikeKey(value)
    ? `A key does not belong in the settings. Take the header out, and ${setKey}.`
    : undefined;
}

function readModels(written: JsonValue, complain: Complain): ProviderDetails {
  if (!isJsonObject(written)) {
    complain('Models are a table by id, in which * stands for anything.', 'models');
    return {};
  }
  const good = Object.entries(written).flatMap(
    ([match, entry]): readonly (readonly [string, ModelFacts])[] => {
      if (!isJsonObject(entry)) {
        complain('What is known of a model is a table, such as { "tools": "contract" }.', 'models', match);
        return [];
      }
      const { facts, problems } = readFacts(entry);
      for (const { key, message } of problems) complain(message, 'models', match, key);
      return [[match, facts]];
    },
  );
  return { models: Object.fromEntries(good) };
}
