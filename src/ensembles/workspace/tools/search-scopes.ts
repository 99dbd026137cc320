import type { Found, LeftOut, Location } from '../../../converser/words/workspace/workspace.ts';
import { existingEntry, type ToolContext } from '../places/tool-context.ts';
import { seenPlace } from '../seen-place.ts';

export interface ScopedSearch<T> {
  readonly limit: number;
  readonly search: (below: Location, limit: number) => Promise<Found<T>>;
}

export async function searchScopes<T>(
  shared: ToolContext,
  scopes: readonly Location[],
  { limit, search }: ScopedSearch<T>,
): Promise<Found<T>> {
  const items: T[] = [];
  const leftOut: LeftOut[] = [];
  for (const scope of scopes) {
    const below = await seenPlace(shared.workspace, scope);
    await existingEntry(shared, below);
    const found = await search(below, limit - items.length);
    items.push(...found.items);
    leftOut.push(...found.leftOut);
    if (found.hasMore) return { items, hasMore: true, leftOut };
  }
  return { items, hasMore: false, leftOut };
}
