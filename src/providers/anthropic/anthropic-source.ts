import type Anthropic from '@anthropic-ai/sdk';
import { longEnough } from '../facts/known-models.ts';
import type { ListedModel, ModelSource } from '../facts/model-source.ts';
import type { ModelFacts } from '../facts/provider-definition.ts';
import { type Connection, hidingConnection } from '../wire/connection.ts';
import { explainError } from '../wire/explain-error.ts';
import { orExplained } from '../wire/explainer.ts';
import { createToolRefusals } from '../wire/tool-refusals.ts';
import { createWantedOptions } from '../wire/wanted-options.ts';
import { createAnthropicModel } from './anthropic-model.ts';
import { createClients } from './client.ts';
import { createRefusedThinking } from './refused-thinking.ts';

export function createAnthropicSource(given: Connection): ModelSource {
  const connection = hidingConnection(given);
  const clients = createClients(connection);
  const refusals = createToolRefusals();
  const thinking = createRefusedThinking();
  const wanted = createWantedOptions('anthropic-messages');
  const listModels = async (signal: AbortSignal) => {
    const { models } = await clients();
    return Array.fromAsync(models.list({ limit: 1000 }, { signal }));
  };
  return {
    model: listed => createAnthropicModel(listed, { connection, clients, refusals, thinking, wanted }),
    async list(signal) {
      const place = { connection, label: connection.label, retries500: true };
      const all = await orExplained(
        () => listModels(signal),
        signal,
        cause => explainError(cause, place),
      );
      return all.filter(({ lifecycle }) => lifecycle !== 'retired').map(readListing);
    },
  };
}

/** Servers that only speak like the vendor leave out most of a listed model, or send `null`. */
function readListing(info: Partial<Anthropic.ModelInfo> & { readonly id: string }): ListedModel {
  const { id, display_name: label } = info;
  const { max_input_tokens: context, max_tokens: output } = info;
  const images = info.capabilities?.image_input?.supported;
  const facts: ModelFacts = {
    ...(context ? { contextTokens: context } : {}),
    ...(output ? { outputTokens: Math.min(output, longEnough) } : {}),
    ...(typeof images === 'boolean' ? { images } : {}),
  };
  return { id, ...(label ? { label } : {}), facts };
}
