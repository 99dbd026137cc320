import { modelReference } from '../../../converser/models/model-roster.ts';
import type { Connected, ConnectPorts } from './connect-ports.ts';

/** Says how many models there are, and lets one of them be the sidebar's. */
export async function offerModels(
  { definition, models }: Connected,
  { ask, inform, chooseModel }: Pick<ConnectPorts, 'ask' | 'inform' | 'chooseModel'>,
): Promise<void> {
  if (models.length === 0) {
    return inform(
      `${definition.label} is connected, but lists no models. Name one in the setting converser.model, as ${definition.id}/NAME.`,
    );
  }
  const chosen = await ask.pick({
    title: `${definition.label}: ${countOf(models)} found`,
    placeholder: 'Who is to answer in the sidebar? Escape leaves it as it is.',
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
