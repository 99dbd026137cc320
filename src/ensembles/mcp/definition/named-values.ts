import { placeholdersIn } from './placeholders.ts';
import type { ServerDefinition } from './server-definition.ts';

export interface NamedValue {
  readonly kind: 'secret' | 'env';
  readonly name: string;
}

/** The secrets that a definition names, and the environment variables for which it has no default. */
export function namedValues({ transport }: Pick<ServerDefinition, 'transport'>): readonly NamedValue[] {
  const written = placeholdersIn(JSON.stringify(transport));
  const named = written.flatMap(({ name: kind, argument: name = '', otherwise }): readonly NamedValue[] =>
    kind === 'secret' || (kind === 'env' && otherwise === undefined) ? [{ kind, name }] : [],
  );
  return [...new Map(named.map(value => [`${value.kind}:${value.name}`, value])).values()];
}
