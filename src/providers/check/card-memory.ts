import { serial } from '../../converser/ground/async/serial.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import {
  canonicalJson,
  isJsonObject,
  type JsonObject,
  type JsonValue,
} from '../../converser/ground/json/json.ts';
import type { Log } from '../../converser/ground/ports.ts';
import type { ModelFacts } from '../facts/provider-definition.ts';
import { factsOfCard, type KeptCard } from './capability-card.ts';

export interface CheckedModel {
  /** The API and address of its provider. It holds no secret. */
  readonly server: string;
  readonly id: string;
  /** The provider's report. If it changes, it describes another model under the same name. */
  readonly told?: ModelFacts | undefined;
}

export interface CardMemory {
  read(model: CheckedModel): KeptCard | undefined;
  /** Resolves once the card is stored. A card that cannot be stored is kept in memory. */
  write(model: CheckedModel, card: KeptCard): Promise<void>;
}

/** Cards are kept here from one run to the next. What is read back is not trusted. */
export interface CardFile {
  read(): Promise<JsonValue | undefined>;
  write(all: JsonObject): Promise<void>;
}

interface Kept {
  readonly told: string;
  readonly card: KeptCard;
}

export interface LoadedCards extends CardMemory {
  readonly loaded: Promise<boolean>;
}

export function createCardMemory(file: CardFile, log: Log): LoadedCards {
  const cards = new Map<string, Kept>();
  const inOrder = serial();
  const load = async () => {
    for (const [key, kept] of await readAll(file)) {
      if (!cards.has(key)) cards.set(key, kept);
    }
    return cards.size > 0;
  };
  const loaded = load();
  const store = async () => {
    try {
      // Another window may have checked other models.
      for (const [key, kept] of await readAll(file)) {
        const own = cards.get(key);
        if (own === undefined || own.card.checked < kept.card.checked) cards.set(key, kept);
      }
      await file.write(Object.fromEntries([...cards].map(([key, kept]) => [key, asJson(kept)])));
    } catch (cause) {
      log.warn(`A model’s check result couldn’t be saved: ${reasonOf(cause)}`);
    }
  };
  return {
    loaded,
    read(model) {
      const kept = cards.get(keyOf(model));
      return kept !== undefined && kept.told === fingerprint(model) ? kept.card : undefined;
    },
    async write(model, { version, checked, conclusions }) {
      await loaded;
      cards.set(keyOf(model), { told: fingerprint(model), card: { version, checked, conclusions } });
      await inOrder(store);
    },
  };
}

export function cardFacts(cards: CardMemory): (model: CheckedModel) => ModelFacts | undefined {
  return model => {
    const card = cards.read(model);
    return card && factsOfCard(card);
  };
}

function keyOf({ server, id }: CheckedModel): string {
  return `${server} ${id}`;
}

function fingerprint({ told = {} }: CheckedModel): string {
  const { price: _, ...others } = told;
  return canonicalJson({ ...others });
}

function asJson({ told, card }: Kept): JsonObject {
  return { told, card: JSON.parse(JSON.stringify(card)) as JsonObject };
}

async function readAll(file: CardFile): Promise<readonly (readonly [string, Kept])[]> {
  const written = await file.read().catch(() => undefined);
  if (!isJsonObject(written)) return [];
  const { readCard } = await import('./read-card.ts');
  return Object.entries(written).flatMap(([key, entry]) => {
    if (!isJsonObject(entry) || typeof entry.told !== 'string') return [];
    const card = readCard(entry.card);
    return card === undefined ? [] : [[key, { told: entry.told, card }] as const];
  });
}
