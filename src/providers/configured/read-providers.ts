import { isUnencrypted } from '../../converser/ground/addresses.ts';
import { isJsonObject, type JsonObject } from '../../converser/ground/json/json.ts';
import type { ProviderDefinition } from '../facts/provider-definition.ts';
import { type Preset, presetOf } from './presets.ts';
import { type Complain, readDetails } from './read-details.ts';
import { faultOfAddress } from './server-addresses.ts';

export interface ProviderProblem {
  /** Such as `ollama.models["qwen*"].tools`. */
  readonly path: string;
  /** Says what is wrong, and what to do. It never holds a possible secret. */
  readonly message: string;
}

export interface ReadProviders {
  readonly providers: readonly ProviderDefinition[];
  readonly problems: readonly ProviderProblem[];
}

/** An entry without a valid id, kind and address is left out; of other entries, only the invalid parts are. */
export function readProviders(written: unknown): ReadProviders {
  if (!isJsonObject(written)) {
    const message = 'This must be an object with provider ids as keys, for example { "ollama": {} }.';
    return {
      providers: [],
      problems: written === undefined || written === null ? [] : [{ path: '', message }],
    };
  }
  const read = Object.entries(written).map(([id, entry]) => readProvider(id, entry));
  return {
    providers: read.flatMap(({ definition }) => (definition === undefined ? [] : [definition])),
    problems: read.flatMap(({ problems }) => problems),
  };
}

interface ReadProvider {
  readonly definition?: ProviderDefinition;
  readonly problems: readonly ProviderProblem[];
}

function readProvider(id: string, entry: unknown): ReadProvider {
  const problems: ProviderProblem[] = [];
  const complain = (message: string, ...path: readonly string[]) =>
    void problems.push({ path: pathOf(id, ...path), message });
  if (taken.has(id)) complain('This id is reserved. Choose another.');
  else if (!/^[a-z0-9][a-z0-9-]{0,31}$/.test(id)) {
    complain(
      'An id must have up to 32 lowercase letters, digits and hyphens, and must not start with a hyphen.',
    );
  } else if (!isJsonObject(entry)) {
    complain('A provider’s entry must be an object, for example { "kind": "openai", "baseUrl": "…" }.');
  } else {
    const preset = presetOf(id);
    const place = readPlace(entry, { preset, complain });
    if (place === undefined) return { problems };
    const { label = preset?.label ?? id, ...details } = readDetails(entry, complain);
    const { keyVariable = usualVariable(preset, place.baseUrl), ...others } = details;
    if (details.keyVariable !== undefined && isUnencrypted(place.baseUrl ?? '')) {
      complain('The key is sent unencrypted, so others on the network can read it. Use https.', 'baseUrl');
    }
    const definition = {
      id,
      label,
      ...place,
      ...others,
      ...(keyVariable === undefined ? {} : { keyVariable }),
    };
    return { definition, problems };
  }
  return { problems };
}

const taken = new Set(['rehearsal', 'vscode']);

function readPlace(
  entry: JsonObject,
  { preset, complain }: { readonly preset: Preset | undefined; readonly complain: Complain },
): Pick<ProviderDefinition, 'kind' | 'baseUrl'> | undefined {
  const kind = kindOf(entry, preset);
  const baseUrl = entry.baseUrl === undefined ? preset?.baseUrl : entry.baseUrl;
  if (kind === undefined) complain(`“kind” must be one of ${kinds.join(', ')}.`, 'kind');
  else if (baseUrl === undefined) {
    if (preset?.example === undefined) return { kind };
    complain(`Set the address, for example ${JSON.stringify(preset.example)}.`, 'baseUrl');
  } else {
    const fault = faultOfAddress(baseUrl);
    if (fault === undefined) return { kind, baseUrl: String(baseUrl) };
    complain(fault, 'baseUrl');
  }
  return undefined;
}

const kinds: readonly ProviderDefinition['kind'][] = ['anthropic', 'ollama', 'openai', 'openai-responses'];

/** The usual variable holds a key for the usual address: sent to another one, it would be given away. */
function usualVariable(preset: Preset | undefined, baseUrl: string | undefined): string | undefined {
  const isUsual =
    preset?.baseUrl === undefined || URL.parse(preset.baseUrl)?.origin === URL.parse(baseUrl ?? '')?.origin;
  return isUsual ? preset?.keyVariable : undefined;
}

/** `openai` with another address means a compatible server, which offers Chat Completions. */
function kindOf(
  { kind, baseUrl }: JsonObject,
  preset: Preset | undefined,
): ProviderDefinition['kind'] | undefined {
  if (kind !== undefined) return kinds.find(known => known === kind);
  return preset?.kind === 'openai-responses' && baseUrl !== undefined ? 'openai' : preset?.kind;
}

function pathOf(id: string, ...fields: readonly string[]): string {
  return [id, ...fields]
    .map((step, at) => {
      if (!/^[A-Za-z_][\w-]*$/.test(step)) return `[${JSON.stringify(step)}]`;
      return at === 0 ? step : `.${step}`;
    })
    .join('');
}
