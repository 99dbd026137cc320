import { spellingsOf } from '../../sidebar/find/find-pattern.ts';

/** What you look for. All of it holds for the same turn. */
export interface SearchQuery {
  /** Each is looked for as it stands, in any case. */
  readonly words: readonly string[];
  readonly model?: string;
  readonly tool?: string;
  readonly failed?: true;
  readonly changed?: true;
  /** `2026-01-31`. */
  readonly after?: string;
  /** That day is left out. */
  readonly before?: string;
}

export type ParsedQuery =
  | { readonly query: SearchQuery; readonly mistake?: never }
  | { readonly query?: never; readonly mistake: string };

/** Quotes keep words together. What looks like a filter and isn't one is looked for. */
export function parseQuery(text: string): ParsedQuery {
  let query: SearchQuery = { words: [] };
  for (const [, key, quotedValue, value, quoted, plain] of text.matchAll(token)) {
    const given = quotedValue ?? value ?? '';
    const filter = key === undefined ? undefined : filterOf(key.toLowerCase(), given);
    if (filter !== undefined && 'mistake' in filter) return filter;
    const word = quoted ?? plain ?? `${key}:${given}`;
    if (filter !== undefined) query = { ...query, ...filter };
    else if (word.trim() !== '') query = { ...query, words: [...query.words, word.trim()] };
  }
  return { query };
}

const token = /(\w+):(?:"([^"]*)"?|(\S+))|"([^"]*)"?|(\S+)/g;

function filterOf(
  key: string,
  value: string,
): Partial<SearchQuery> | { readonly mistake: string } | undefined {
  switch (key) {
    case 'model':
    case 'tool':
      return { [key]: value };
    case 'is':
      if (value === 'failed' || value === 'changed') return { [value]: true };
      return undefined;
    case 'after':
    case 'before':
      if (isDay(value)) return { [key]: value };
      return { mistake: `Enter a day after “${key}:”, such as ${key}:2026-01-31` };
    default:
      return undefined;
  }
}

function isDay(value: string): boolean {
  return /^\d{4}-\d\d-\d\d$/.test(value) && !Number.isNaN(Date.parse(value));
}

export function isEmpty({ words, ...filters }: SearchQuery): boolean {
  return words.length === 0 && Object.keys(filters).length === 0;
}

/** Strings that a file surely holds if its conversation is found: one of each group. */
export function heldBy({ words, tool, failed }: SearchQuery): readonly (readonly string[])[] {
  // JSON writes other characters in its own ways, and the transcript breaks arguments as it likes.
  const pieces = [...words, tool ?? ''].flatMap(word => word.match(/[\p{L}\p{N}\p{M}]+/gu) ?? []);
  const longest = pieces.toSorted((one, other) => other.length - one.length).slice(0, mostPieces);
  return [...longest.map(spellingsOf), ...(failed ? [failures] : [])];
}

/** Each runs a process of its own. */
const mostPieces = 3;

const failures = ['"failure":{', '"interrupted":{'];
