import type { Found, TextMatch } from '../../../converser/workspace/workspace.ts';
import { secretsNow } from '../places/guard-read.ts';
import { shownPlace, type ToolContext } from '../places/tool-context.ts';

export interface SecretsOptions {
  /** How many lines are wanted. */
  readonly most: number;
  /** Is told the files in which something was found and left out. */
  readonly leftOut: Set<string>;
}

/** Searches on past what is found in files that hold keys: they are read only after a question of their own. */
export async function withoutSecrets(
  shared: ToolContext,
  search: (limit: number) => Promise<Found<TextMatch>>,
  { most, leftOut }: SecretsOptions,
): Promise<Found<TextMatch>> {
  const whySecret = await secretsNow(shared);
  for (let limit = most; ; limit *= 4) {
    const { items, hasMore } = await search(limit);
    const kept = items.filter(({ location }) => {
      const isSecret = whySecret(location) !== undefined;
      if (isSecret) leftOut.add(shownPlace(shared, location));
      return !isSecret;
    });
    if (kept.length > most) return { items: kept.slice(0, most), hasMore: true };
    if (kept.length === most || !hasMore || limit > mostLines) return { items: kept, hasMore };
  }
}

/** A file of keys may fill any list, but not with more lines than these. */
const mostLines = 50_000;

/** A note for the model; empty if nothing was left out. */
export function secretsText(leftOut: ReadonlySet<string>): string {
  if (leftOut.size === 0) return '';
  const names = [...leftOut].slice(0, 5).join(', ');
  const more = leftOut.size > 5 ? `, and ${leftOut.size - 5} more` : '';
  return `[Left out, because they hold keys: ${names}${more}. Search in one of them by its path, and the user is asked.]`;
}
