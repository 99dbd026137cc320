import type { Model } from '../../../src/converser/words/models/provider.ts';
import { createScriptedModel } from '../../fakes/scripted-model.ts';

/** Models that say "Done.", by `provider/id`. */
export function namedModels(...references: readonly string[]): readonly Model[] {
  return references.map(reference => {
    const slash = reference.indexOf('/');
    const [provider, id] = [reference.slice(0, slash), reference.slice(slash + 1)];
    return { ...createScriptedModel(), provider, id, label: id };
  });
}
