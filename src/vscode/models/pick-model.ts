import { aborted, orAborted } from '../../converser/ground/async/abort.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import type { AskUser, Choice } from '../common/ask-in-vscode.ts';
import { withoutIcons } from '../common/markdown.ts';
import { settings } from '../common/vscode-settings.ts';
import type { AvailableModels } from './available-models.ts';
import { rehearsalReference } from './chosen-model.ts';
import { sourceOf, toolUseOf } from './model-labels.ts';

/** In milliseconds. */
const patience = 10_000;

export interface PickModelPorts {
  readonly models: AvailableModels;
  readonly ask: Pick<AskUser, 'pick'>;
}

/** Marks the sidebar's model. `others` can be picked instead of a model. */
export async function pickModel<Other = never>(
  title: string,
  { models, ask }: PickModelPorts,
  others: readonly Choice<Other>[] = [],
): Promise<Model | Other | undefined> {
  const current = settings.model || rehearsalReference;
  const all = Map.groupBy(await listModels(models), model => sourceOf(model, models.providers()));
  const choices = [...all].flatMap(([group, own]) =>
    own.map((model): Choice<Model | Other> => {
      const reference = modelReference(model);
      const use = { native: '', contract: ' · contract', none: ' · no tools' }[toolUseOf(model)];
      const isCurrent = reference === current;
      return {
        label: withoutIcons(model.label),
        ...(isCurrent && { icon: 'check' }),
        description: `${reference}${use}`,
        group,
        value: model,
      };
    }),
  );
  return ask.pick<Model | Other>({
    title,
    placeholder: 'Select a model',
    choices: [...choices, ...others],
  });
}

/** If VS Code is slow, only Converser's own models are listed. */
async function listModels({ own, all }: AvailableModels): Promise<readonly Model[]> {
  const signal = AbortSignal.timeout(patience);
  const found = await orAborted(all.models(signal), signal);
  return found === aborted ? own.models(AbortSignal.timeout(patience)) : found;
}
