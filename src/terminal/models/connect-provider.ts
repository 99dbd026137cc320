import type { Host } from '../../converser/ground/host.ts';
import type { JsonValue } from '../../converser/ground/json/json.ts';
import { type CardMemory, cardFacts } from '../../providers/check/card-memory.ts';
import {
  type ConfiguredProvider,
  createConfiguredProvider,
} from '../../providers/configured/configured-provider.ts';
import type { FactsFor } from '../../providers/facts/facts.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';

interface ConnectOptions extends Pick<Host, 'clock' | 'log' | 'secrets'> {
  readonly cards: CardMemory;
  readonly facts?: readonly FactsFor[];
}

export function connectProvider(
  definition: ProviderDefinition,
  { clock, log, secrets, cards, facts = [] }: ConnectOptions,
): ConfiguredProvider {
  const lists = new Map<string, JsonValue>();
  const { keyVariable } = definition;
  return createConfiguredProvider(definition, {
    key: async () => (keyVariable === undefined ? undefined : process.env[keyVariable] || undefined),
    records: {
      lists: {
        read: async key => lists.get(key),
        write: async (key, value) => void lists.set(key, value),
      },
      facts: () => facts,
      cards: cardFacts(cards),
    },
    host: { clock, log, secrets, random: Math.random },
  });
}
