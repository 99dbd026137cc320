import { defined } from '../../converser/ground/json/defined.ts';
import { presets } from '../../providers/configured/presets.ts';
import { readProviders } from '../../providers/configured/read-providers.ts';
import type { ProviderDefinition, ToolUse } from '../../providers/facts/provider-definition.ts';

export interface ProviderValues {
  readonly provider?: string;
  readonly 'base-url'?: string;
  readonly 'key-env'?: string;
}

/** Other providers than OpenAI speak it, too. */
const responses = 'openai-responses';
export const providerNames = [...presets.map(({ id }) => id), responses];

export function readProvider(
  values: ProviderValues,
  tools: ToolUse | undefined,
): ProviderDefinition | string | undefined {
  const { provider: id, 'base-url': baseUrl, 'key-env': keyVariable } = values;
  if (id === undefined) {
    return baseUrl === undefined && keyVariable === undefined
      ? undefined
      : '--base-url and --key-env need --provider, such as --provider openai.';
  }
  if (!providerNames.includes(id))
    return `--provider must be one of ${providerNames.join(', ')}, not ${JSON.stringify(id)}.`;
  const { providers: read, problems } = readProviders({
    [id]: {
      ...(id === responses ? { kind: id, label: 'OpenAI', keyVariable: 'OPENAI_API_KEY' } : {}),
      ...defined({ baseUrl, keyVariable, models: tools && { '*': { tools } } }),
    },
  });
  const wrongKey = problems.find(({ path }) => path.endsWith('.keyVariable'));
  if (wrongKey !== undefined) return `--key-env: ${wrongKey.message}`;
  return read[0] ?? `--base-url: ${problems[0]?.message}`;
}
