import { isJsonObject, type JsonSchema, type JsonValue } from '../../converser/ground/json/json.ts';
import type { Invoker } from '../../converser/words/ensemble/invoker.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import { searchWords } from './search-words.ts';
import { synonymsOf } from './synonyms.ts';

export interface ToolIndex {
  search(query: string, limit: number): readonly Invoker[];
}

export async function createToolIndex(invokers: readonly Invoker[]): Promise<ToolIndex> {
  const { default: MiniSearch } = await import('minisearch');
  const byName = new Map(invokers.map(invoker => [fullName(invoker), invoker]));
  const index = new MiniSearch<Indexed>({
    fields: ['name', 'ensemble', 'summary', 'description', 'arguments'],
    tokenize: text => [...searchWords(text)],
    processTerm: term => term,
  });
  index.addAll([...byName].map(([id, invoker]) => indexed(id, invoker)));
  return {
    search(query, limit) {
      const words = [...new Set(searchWords(query))].slice(0, mostWords);
      const scores = new Map<string, { readonly sum: number; readonly matched: number }>();
      for (const word of words) {
        // A tool gains from a word once, by the best of its spellings and synonyms.
        const best = new Map<string, number>();
        const note = (term: string, weight: number) => {
          for (const { id, score } of index.search(term, weight === 1 ? loosely : closely))
            best.set(id, Math.max(best.get(id) ?? 0, score * weight));
        };
        note(word, 1);
        for (const other of synonymsOf(word)) note(other, synonymWeight);
        for (const [id, score] of best) {
          const { sum, matched } = scores.get(id) ?? { sum: 0, matched: 0 };
          scores.set(id, { sum: sum + score, matched: matched + 1 });
        }
      }
      // Two words of the query say more than one of them that a description repeats.
      const ranked = [...scores]
        .map(([id, { sum, matched }]) => [id, sum * matched] as const)
        .sort(([, one], [, other]) => other - one);
      const least = (ranked[0]?.[1] ?? 0) * leastShare;
      return ranked
        .filter(([, score]) => score >= least)
        .slice(0, limit)
        .flatMap(([id]) => byName.get(id) ?? []);
    },
  };
}

const closely = {
  tokenize: (text: string) => [text],
  boost: { name: 3, ensemble: 2, summary: 2, description: 1, arguments: 0.5 },
};

const loosely = {
  ...closely,
  prefix: (term: string) => term.length > 3,
  fuzzy: (term: string) => (term.length > 5 ? 0.2 : false),
  weights: { fuzzy: 0.2, prefix: 0.4 },
};

const mostWords = 30;

const synonymWeight = 0.5;

/** Tools below this share of the best score hardly match the query. */
const leastShare = 0.2;

interface Indexed {
  readonly id: string;
  readonly name: string;
  readonly ensemble: string;
  readonly summary: string;
  readonly description: string;
  readonly arguments: string;
}

function indexed(id: string, { ensemble, name, aliases, description, arguments: schema }: Invoker): Indexed {
  const [summary = ''] = /^.*?(?:[.!?](?=\s)|$)/m.exec(description) ?? [];
  return {
    id,
    name: [name, ...aliases].map(withParts).join(' '),
    ensemble,
    summary,
    description: description.slice(summary.length),
    arguments: argumentWords(schema),
  };
}

function withParts(name: string): string {
  const parts = name.replace(/([a-z0-9])([A-Z])/g, '$1 $2');
  return parts === name ? name : `${name} ${parts}`;
}

/** Some MCP servers send endless schemas. */
const mostParts = 400;

function argumentWords(schema: JsonSchema): string {
  const words: string[] = [];
  const open: JsonValue[] = [schema];
  for (let looked = 0; open.length > 0 && looked < mostParts; looked++) {
    const part = open.shift();
    if (Array.isArray(part)) open.push(...part.slice(0, mostParts));
    if (!isJsonObject(part)) continue;
    const { properties, items, anyOf, oneOf, description } = part;
    if (typeof description === 'string' && part !== schema) words.push(description.slice(0, 200));
    if (isJsonObject(properties)) {
      words.push(...Object.keys(properties).slice(0, mostParts));
      open.push(...Object.values(properties).slice(0, mostParts));
    }
    open.push(items ?? null, anyOf ?? null, oneOf ?? null);
  }
  return words.join(' ');
}
