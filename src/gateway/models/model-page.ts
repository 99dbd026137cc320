import { errors } from '../../converser/ground/errors.ts';

export interface Page<Item> {
  readonly data: readonly Item[];
  readonly has_more: boolean;
  readonly first_id: string | null;
  readonly last_id: string | null;
}

const usualLimit = 20;
const highestLimit = 1000;

/** Reads `limit`, `after_id` and `before_id`. Throws `bad-arguments`, naming what is wrong. */
export function pageOf<Item extends { readonly id: string }>(
  all: readonly Item[],
  query: URLSearchParams,
): Page<Item> {
  const limit = limitIn(query);
  const [after, before] = [placeIn(all, query, 'after_id'), placeIn(all, query, 'before_id')];
  if (after !== undefined && before !== undefined)
    throw errors.badArguments('after_id and before_id: send only one of them');
  const start = before === undefined ? (after ?? -1) + 1 : Math.max(0, before - limit);
  const end = Math.min(before ?? all.length, start + limit);
  const data = all.slice(start, end);
  // "More" is what comes next in the direction in which the client reads.
  const hasMore = before === undefined ? end < all.length : start > 0;
  return { data, has_more: hasMore, first_id: data[0]?.id ?? null, last_id: data.at(-1)?.id ?? null };
}

function limitIn(query: URLSearchParams): number {
  const written = query.get('limit') ?? String(usualLimit);
  const limit = Number(written);
  if (/^\d+$/.test(written) && limit >= 1 && limit <= highestLimit) return limit;
  throw errors.badArguments(`limit: must be a whole number from 1 to ${highestLimit}`);
}

function placeIn(
  all: readonly { readonly id: string }[],
  query: URLSearchParams,
  name: 'after_id' | 'before_id',
): number | undefined {
  const id = query.get(name);
  if (id === null) return undefined;
  const place = all.findIndex(item => item.id === id);
  if (place === -1) throw errors.badArguments(`${name}: no model of this list has this id`);
  return place;
}
