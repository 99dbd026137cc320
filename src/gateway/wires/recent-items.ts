/** Some clients name items of recent replies by their ids instead of sending them. */
export interface RecentItems {
  remember(client: string, item: Item): void;
  find(client: string, id: unknown): Item | undefined;
}

type Item = object & { readonly id?: unknown };

const mostItems = 2_000;
/** In characters of all items together. */
const most = 8_000_000;

/** Contract: bounded, in memory only, and each client finds only its own items. The oldest are forgotten first. */
export function createRecentItems(): RecentItems {
  const known = new Map<string, { readonly item: Item; readonly size: number }>();
  let total = 0;
  const keyOf = (client: string, id: unknown) => JSON.stringify([client, id]);

  function forget(key: string): void {
    total -= known.get(key)?.size ?? 0;
    known.delete(key);
  }

  return {
    remember(client, item) {
      const key = keyOf(client, item.id);
      const size = JSON.stringify(item).length;
      forget(key);
      known.set(key, { item, size });
      total += size;
      for (const oldest of known.keys()) {
        if (known.size <= mostItems && total <= most) break;
        forget(oldest);
      }
    },
    find: (client, id) => known.get(keyOf(client, id))?.item,
  };
}
