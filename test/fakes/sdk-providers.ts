import type { Provider } from '../../src/converser/words/models/provider.ts';
import { createAnthropicSource } from '../../src/providers/anthropic/anthropic-source.ts';
import { factsOf } from '../../src/providers/facts/facts.ts';
import { knownFacts } from '../../src/providers/facts/known-models.ts';
import type { ListedModel, ModelSource } from '../../src/providers/facts/model-source.ts';
import { createOllamaSource } from '../../src/providers/ollama/ollama-source.ts';
import { createOpenAiSource, type OpenAiConnection } from '../../src/providers/openai/openai-source.ts';
import type { Connection } from '../../src/providers/wire/connection.ts';

/** The bare models of an SDK as a provider: without retries, contract or memory. */
export function createAnthropicProvider(connection: Connection): Provider {
  return providerOf(connection, createAnthropicSource(connection));
}

export function createOpenAiProvider(connection: OpenAiConnection): Provider {
  return providerOf(connection, createOpenAiSource(connection));
}

export function createOllamaProvider(connection: Connection): Provider {
  return providerOf(connection, createOllamaSource(connection));
}

function providerOf({ id, label, baseUrl }: Connection, source: ModelSource): Provider {
  const host = URL.parse(baseUrl ?? '')?.host;
  const build = (listed: ListedModel) => {
    const facts = factsOf(listed.id, { family: knownFacts(listed.id, host), told: listed.facts });
    return source.model({ ...listed, facts });
  };
  return {
    id,
    label,
    models: async signal => (await source.list(signal)).map(build),
    named: name => build({ id: name }),
  };
}
