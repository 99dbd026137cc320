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
export function pickModel<Other = never>(
  title: string,
  { models, ask }: PickModelPorts,
  others: readonly Choice<Other>[] = [],
): Promise<Model | Other | undefined> {
  return ask.pick<Model | Other>({
    title,
    placeholder: 'Select a model',
    choices: [],
    later: [async signal => [...modelChoices(await listModels(models, signal), models), ...others]],
  });
}

function modelChoices(all: readonly Model[], { providers }: AvailableModels): readonly Choice<Model>[] {
  const current = settings.model || rehearsalReference;
  const bySource = Map.groupBy(all, model => sourceOf(model, providers()));
  return [...bySource].flatMap(([group, own]) =>
    own.map(model => {
      const reference = modelReference(model);
      const use = { native: '', contract: ' · contract', none: ' · no tools' }[toolUseOf(model)];
      return {
        label: withoutIcons(model.label),
        ...(reference === current && { icon: 'check' }),
        description: `${reference}${use}`,
        group,
        value: model,
      };
    }),
  );
}

/** If VS Code is slow, only Converser's own models are listed. */
async function listModels({ own, all }: AvailableModels, stop: AbortSignal): Promise<readonly Model[]> {
  const soon = () => AbortSignal.any([stop, AbortSignal.timeout(patience)]);
  const signal = soon();
  const found = await orAborted(all.models(signal), signal);
  return found === aborted ? own.models(soon()) : found;
}
