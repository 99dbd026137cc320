import { defined } from '../../../converser/ground/json/defined.ts';
import { text } from '../../../converser/words/canister/content.ts';
import { type Context, type Reply, reply } from '../../../converser/words/ensemble/invoker.ts';
import type { ReadLabel } from '../../../converser/words/labels/label.ts';
import type { Location } from '../../../converser/words/workspace/workspace.ts';
import { labelOfFiles } from '../label-files.ts';
import type { ToolContext } from '../places/tool-context.ts';
import { withoutWithheld } from '../places/withhold.ts';
import { deniedText } from './left-out.ts';

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

interface FoundListing<T> extends Omit<Listing<T>, 'label' | 'note'> {
  readonly context: Context;
  readonly none: string;
}

/** Leaves out files that rules deny: names in them may be keys. */
export async function foundReply<T extends { readonly location: Location }>(
  shared: ToolContext,
  found: readonly T[],
  { context, none, offset, limit, ...shown }: FoundListing<T>,
): Promise<Reply | string> {
  const all = await withoutWithheld(shared, found, context.permit);
  const note = deniedText(context.permit);
  if (all.length === 0) return `${none}\n${note}`.trimEnd();
  const files = all.slice(offset, offset + limit).map(({ location }) => location);
  const label = await labelOfFiles(shared, files);
  return listReply(all, { ...shown, offset, limit, label, note });
}
