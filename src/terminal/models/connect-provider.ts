import path from 'node:path';
import type { Host } from '../../converser/ground/host.ts';
import type { JsonValue } from '../../converser/ground/json/json.ts';
import type { Log } from '../../converser/ground/ports.ts';
import type { RequestLog } from '../../converser/words/models/request-log.ts';
import { type CardMemory, cardFacts, createCardMemory } from '../../providers/check/card-memory.ts';
import {
  type ConfiguredProvider,
  createConfiguredProvider,
} from '../../providers/configured/configured-provider.ts';
import type { ProviderDefinition } from '../../providers/facts/provider-definition.ts';
import { readState, stateFolder, writeState } from '../state/state-file.ts';

interface ConnectOptions extends Pick<Host, 'clock' | 'log' | 'secrets'> {
  readonly cards: CardMemory;
  readonly requests?: RequestLog | undefined;
}

export function connectProvider(
  definition: ProviderDefinition,
  { clock, log, secrets, cards, requests }: ConnectOptions,
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
      cards: cardFacts(cards),
    },
    // Each failed attempt would be told, besides the turn that failed.
    host: { clock, log: { ...log, info: () => {} }, secrets, random: Math.random },
    requests,
  });
}

export async function openCards(log: Log): Promise<CardMemory> {
  const file = path.join(stateFolder(), 'cards.json');
  const cards = createCardMemory({ read: () => readState(file), write: all => writeState(file, all) }, log);
  await cards.loaded;
  return cards;
}
