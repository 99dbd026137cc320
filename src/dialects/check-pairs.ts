import { errors } from '../converser/ground/errors.ts';
import { shortened } from '../converser/ground/wording/cut-text.ts';

export interface Paired {
  readonly kind: 'call' | 'result';
  readonly id: string;
  readonly path: string;
}

/** With `reuse`, an id may be used again once its call has a result: some servers give few ids. */
export function checkPairs(all: readonly Paired[], { reuse = false } = {}): void {
  const known = new Map<string, 'open' | 'answered'>();
  for (const { kind, id, path } of all) {
    const state = known.get(id);
    if (kind === 'call') {
      if (state === 'open' || (state === 'answered' && !reuse))
        throw errors.badArguments(`${path}: two calls have the id ${shown(id)}. Give each its own.`);
      known.set(id, 'open');
      continue;
    }
    if (state === undefined)
      throw errors.badArguments(`${path}: no call before it has the id ${shown(id)}. Send the call, too.`);
    if (state === 'answered')
      throw errors.badArguments(
        `${path}: the call ${shown(id)} has a result already. Send one for each call.`,
      );
    known.set(id, 'answered');
  }
}

function shown(id: string): string {
  return JSON.stringify(shortened(id, 100));
}
