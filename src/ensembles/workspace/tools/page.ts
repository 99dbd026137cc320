import { defined } from '../../../converser/ground/json/defined.ts';
import { text } from '../../../converser/words/canister/content.ts';
import { type Reply, reply } from '../../../converser/words/ensemble/invoker.ts';
import type { ReadLabel } from '../../../converser/words/labels/label.ts';

export const pageArguments = <const Limit extends number>(limit: Limit) =>
  ({
    limit: {
      type: 'integer',
      minimum: 1,
      maximum: 5000,
      description: `Default: ${limit}.`,
    },
    offset: {
      type: 'integer',
      minimum: 0,
      // Skipped items were found first, and kept.
      maximum: 50_000,
      description: 'To read on.',
    },
  }) as const;

export interface Listing<T> {
  readonly offset: number;
  readonly limit: number;
  readonly hasMore?: boolean;
  readonly label?: ReadLabel | undefined;
  readonly note?: string;
  readonly plain: (item: T) => string;
  readonly linked: (item: T) => string;
}

export function listReply<T>(
  all: readonly T[],
  { offset, limit, hasMore = false, note: own = '', plain, linked, label }: Listing<T>,
): Reply {
  const items = all.slice(offset, offset + limit);
  const next = offset + items.length;
  const missing = hasMore ? 'More follow.' : `${all.length - next} more.`;
  const rest = hasMore || next < all.length ? [`[${missing} Read on with offset ${next}.]`] : [];
  const note = own === '' ? rest : [...rest, own];
  return reply({
    content: [text([...items.map(plain), ...note].join('\n'))],
    screen: [...items.map(linked), ...note].join('\n'),
    ...defined({ label }),
  });
}
