import { flowing, type InGroups, onceBegun } from '../../converser/ground/async/flow.ts';
import { type ErrorData, errorData, errors } from '../../converser/ground/errors.ts';
import type { Dialect, Model, ModelEvent, ModelRequest } from '../../converser/words/models/provider.ts';
import { capabilitiesOf } from '../facts/facts.ts';
import type { ListedModel } from '../facts/model-source.ts';
import type { ProviderDefinition } from '../facts/provider-definition.ts';
import { isTokenizerKnown } from '../facts/tokenizer.ts';
import type { OpenSource } from './open-source.ts';

interface LazyModelOptions {
  readonly definition: ProviderDefinition;
  readonly source: () => Promise<OpenSource>;
}

export function createLazyModel(listed: ListedModel, { definition, source }: LazyModelOptions): Model {
  const { id, label = id, facts = {} } = listed;
  let whole: ReturnType<OpenSource['model']> | undefined;
  const load = () => {
    whole ??= source().then(({ model }) => model(listed));
    return whole;
  };
  const server = facts.server ?? URL.parse(definition.baseUrl ?? '')?.hostname;
  const countedBy = countedByWhom(listed, definition);
  return {
    provider: definition.id,
    id,
    label,
    capabilities: {
      ...capabilitiesOf(facts),
      tools: facts.tools === 'none' ? 'none' : 'native',
      ...(facts.tools === 'contract' ? { contract: true } : {}),
    },
    dialect: dialects[definition.kind],
    ...(server && { server }),
    ...(facts.price === undefined ? {} : { price: facts.price }),
    reply: (request, signal) => onceBegun(() => reply(load(), request, signal)),
    ...(countedBy && {
      countedBy,
      async countTokens(request: ModelRequest, signal: AbortSignal) {
        const { countTokens } = await load();
        if (countTokens === undefined) throw errors.notAvailable('counting tokens');
        return countTokens(request, signal);
      },
    }),
  };
}

/** Only Anthropic Messages counts tokens itself. The contract sends something else than the request. */
function countedByWhom({ id, facts }: ListedModel, { kind }: ProviderDefinition): Model['countedBy'] {
  if (kind === 'anthropic') return 'provider';
  if (isTokenizerKnown(id)) return 'tokenizer';
  return facts?.tools === 'contract' ? 'estimate' : undefined;
}

const dialects: Readonly<Record<ProviderDefinition['kind'], Dialect>> = {
  anthropic: 'anthropic-messages',
  ollama: 'ollama-chat',
  openai: 'openai-chat',
  'openai-responses': 'openai-responses',
};

async function reply(
  loading: ReturnType<OpenSource['model']>,
  request: ModelRequest,
  signal: AbortSignal,
): Promise<InGroups<ModelEvent>> {
  const model = await loading.catch(cause => errors.internal(cause));
  return 'reply' in model ? model.reply(request, signal) : failed(errorData(model));
}

function failed(error: ErrorData): InGroups<ModelEvent> {
  const failure: ModelEvent = { type: 'failure', error };
  return flowing({ begin: () => [failure], pull: ({ take }) => take([], true), leave: async () => {} });
}
