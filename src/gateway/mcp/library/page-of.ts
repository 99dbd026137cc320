import { ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';

export interface Page<T> {
  readonly items: readonly T[];
  readonly nextCursor?: string;
}

export interface PageOptions<T> {
  readonly cursor: string | undefined;
  readonly keyOf: (item: T) => string;
}

const limits = { items: 1_000, characters: 1_000_000 };

/** A page begins after the last item of the one before. Throws `InvalidParams` if that item is gone. */
export function pageOf<T>(all: readonly T[], { cursor, keyOf }: PageOptions<T>): Page<T> {
  const before = cursor === undefined ? undefined : Buffer.from(cursor, 'base64url').toString();
  const start = before === undefined ? 0 : all.findIndex(item => keyOf(item) === before) + 1;
  if (start === 0 && before !== undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, unknownCursor);
  const end = endOfPage(all, start);
  const last = all[end - 1];
  const items = all.slice(start, end);
  return end < all.length && last !== undefined ? { items, nextCursor: cursorOf(keyOf(last)) } : { items };
}

const unknownCursor = 'params.cursor: the list has changed. Ask for it again, without a cursor.';

/** A page has at least one item, however long. */
function endOfPage(all: readonly unknown[], start: number): number {
  let size = 0;
  for (let at = start; at < all.length; at++) {
    size += JSON.stringify(all[at]).length;
    const isFull = at - start === limits.items || size > limits.characters;
    if (isFull && at > start) return at;
  }
  return all.length;
}

/** Clients must not read anything into it. */
function cursorOf(key: string): string {
  return Buffer.from(key).toString('base64url');
}
