import type { ModelPreferences } from '@modelcontextprotocol/client';
import type { Model } from '../../../converser/words/models/provider.ts';

/** Prefers the chosen model and its provider among several matches, so that a hint doesn't use another account. */
export function chooseModel(
  preferences: ModelPreferences | undefined,
  { models, chosen }: { readonly models: readonly Model[]; readonly chosen: Model },
): Model {
  const nearest = [
    chosen,
    ...models.filter(({ provider }) => provider === chosen.provider),
    ...models.filter(({ provider }) => provider !== chosen.provider),
  ];
  for (const { name } of preferences?.hints ?? []) {
    const wanted = name?.trim().toLowerCase() ?? '';
    const found = wanted === '' ? undefined : nearest.find(model => isCalled(model, wanted));
    if (found !== undefined) return found;
  }
  return chosen;
}

function isCalled({ id, label }: Model, part: string): boolean {
  return id.toLowerCase().includes(part) || label.toLowerCase().includes(part);
}
