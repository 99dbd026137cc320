import type { Context, Reply } from '../../../converser/words/ensemble/invoker.ts';
import type { Location } from '../../../converser/words/workspace/workspace.ts';
import { labelOfFiles } from '../label-files.ts';
import type { ToolContext } from '../places/tool-context.ts';
import { withoutWithheld } from '../places/withhold.ts';
import { deniedText } from './left-out.ts';
import { type Listing, listReply } from './page.ts';

export interface FoundListing<T> extends Omit<Listing<T>, 'label' | 'note'> {
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
