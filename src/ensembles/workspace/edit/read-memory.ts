import { createHash } from 'node:crypto';
import type { Context } from '../../../converser/words/ensemble/invoker.ts';
import { placeKey } from '../../../converser/words/workspace/paths.ts';
import type { Location } from '../../../converser/words/workspace/workspace.ts';

/** Line numbers count for the text seen last: what the model was shown, or wrote whole. */
export function remember(file: Location, text: string, { namespace }: Context): void {
  seenIn(namespace).set(placeKey(file), digest(text));
}

export type Acquaintance = 'never-seen' | 'seen' | 'changed-since';

export function acquaintance(file: Location, text: string, { namespace }: Context): Acquaintance {
  const seen = seenIn(namespace).get(placeKey(file));
  if (seen === undefined) return 'never-seen';
  return seen === digest(text) ? 'seen' : 'changed-since';
}

function seenIn(namespace: Context['namespace']): Map<string, string> {
  const key = 'texts seen';
  const seen = (namespace.get(key) as Map<string, string> | undefined) ?? new Map<string, string>();
  namespace.set(key, seen);
  return seen;
}

function digest(text: string): string {
  return createHash('sha256').update(text).digest('base64');
}
