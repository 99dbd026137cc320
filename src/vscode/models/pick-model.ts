import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { AskUser } from '../common/ask-in-vscode.ts';
import type { AvailableModels } from './available-models.ts';
import { sourceOf } from './model-labels.ts';

/** In milliseconds. */
const patience = 10_000;

export async function pickModel(
  title: string,
  { models, ask }: { readonly models: AvailableModels; readonly ask: Pick<AskUser, 'pick'> },
): Promise<Model | undefined> {
  const all = await models.all.models(AbortSignal.timeout(patience));
  return ask.pick({
    title,
    placeholder: 'Select the model that answers',
    choices: all.map(each => ({
      label: each.label,
      description: modelReference(each),
      detail: sourceOf(each, models.providers()),
      value: each,
    })),
  });
}
