import { defined } from '../../../converser/ground/json/defined.ts';
import { text } from '../../../converser/words/canister/content.ts';
import { type Reply, reply } from '../../../converser/words/ensemble/invoker.ts';
import type { ReadLabel } from '../../../converser/words/labels/label.ts';

/** The arguments for reading a long list in parts. */
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
      // What is skipped was found first, and kept.
      maximum: 50_000,
      description: 'To read on.',
    },
  }) as const;

export interface Listing<T> {
  readonly offset: number;
  readonly limit: number;
  /** There are more than those that are given. */
  readonly hasMore?: boolean;
  /** Of all that is shown. */
  readonly label?: ReadLabel | undefined;
  /** What else there is to say of them. */
  readonly note?: string;
  /** The line of an item as the model reads it. */
  readonly plain: (item: T) => string;
  /** As people see it, in Markdown. */
  readonly linked: (item: T) => string;
}

/** A part of a list, with a line on how to read on where it goes on. */
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
