import type { Canister } from '../canister/canister.ts';
import type { ModelOptions } from './model-options.ts';
import type { ModelRequest } from './provider.ts';

export interface Unheeded {
  readonly label: string;
  readonly names: readonly (keyof ModelOptions)[];
}

export function createUnheededTeller(): (request: ModelRequest, unheeded: Unheeded) => string | undefined {
  const said = new WeakMap<Canister, Set<string>>();
  return ({ canisters }, { label, names }) => {
    const first = canisters.find(({ role }) => role !== 'supervisor');
    const known = (first && said.get(first)) ?? new Set<string>();
    const news = names.filter(name => !known.has(`${label} ${name}`));
    if (first !== undefined) said.set(first, known);
    for (const name of news) known.add(`${label} ${name}`);
    return news.length === 0
      ? undefined
      : `${label} doesn’t take ${news.join(', ')}, so Converser leaves that out.`;
  };
}
