import type { Context } from '../../converser/words/ensemble/invoker.ts';

/** A conversation neither sees nor stops the commands of others. */
export function ownCommands({ namespace }: Pick<Context, 'namespace'>): Set<string> {
  const known = namespace.get(key);
  if (known instanceof Set) return known as Set<string>;
  const ids = new Set<string>();
  namespace.set(key, ids);
  return ids;
}

const key = 'commands';
