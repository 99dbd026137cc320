import { modelReference } from '../../../converser/words/models/model-reference.ts';
import type { Connected, ConnectPorts } from './connect-ports.ts';

export async function offerModels(
  { definition, models }: Connected,
  { ask, notices, chooseModel }: Pick<ConnectPorts, 'ask' | 'notices' | 'chooseModel'>,
): Promise<void> {
  if (models.length === 0) {
    return notices.inform(
      `${definition.label} is connected but lists no models. Enter one in the setting converser.model as ${definition.id}/NAME.`,
    );
  }
  const chosen = await ask.pick({
    title: `${definition.label}: ${countOf(models)} found`,
    placeholder: 'Select a model for the sidebar, or press Escape to keep the current one',
    choices: models.map(model => ({
      label: model.label,
      ...(model.label === model.id ? {} : { description: model.id }),
      value: modelReference(model),
    })),
  });
  if (chosen !== undefined) await chooseModel(chosen);
}

export function countOf({ length }: { readonly length: number }): string {
  return length === 1 ? '1 model' : `${length} models`;
}
