import { perObject } from '../../converser/ground/object-memory.ts';
import { fits } from '../../converser/words/models/fits.ts';
import { modelReference } from '../../converser/words/models/model-reference.ts';
import type { ModelRoster } from '../../converser/words/models/model-roster.ts';
import type { Model } from '../../converser/words/models/provider.ts';
import { Refused, refusals } from '../refusal.ts';
import type { Admission } from './admission.ts';
import type { Client } from './client-keys.ts';
import type { DayBudget } from './day-budget.ts';
import { chargedModel } from './replies/charged-model.ts';
import { placedModel } from './replies/placed-model.ts';

export type ClientModels = Pick<ModelRoster, 'models' | 'listed' | 'find'>;

export interface ClientModelsPorts {
  readonly models: ClientModels;
  readonly budget: DayBudget;
  /** Gives each reply a place. Without it, the whole request has one already. */
  readonly admission?: Admission;
}

/** `listed` throws `Refused` for a model that exists, but not for this client; `find` finds none. */
export function modelsOf(client: Client, { models, ...limiting }: ClientModelsPorts): ClientModels {
  const isAllowed = (model: Model) =>
    client.models?.some(pattern => fits(pattern, modelReference(model))) ?? true;
  const limited = limitedFor(client, limiting);
  return {
    models: async signal => (await models.models(signal)).filter(isAllowed).map(limited),
    async listed(reference, signal) {
      const model = await models.listed(reference, signal);
      if (model === undefined) return undefined;
      if (!isAllowed(model)) throw new Refused(refusals.modelNotAllowed(client.name, reference));
      return limited(model);
    },
    async find(reference, signal) {
      const model = await models.find(reference, signal);
      return model !== undefined && isAllowed(model) ? limited(model) : undefined;
    },
  };
}

function limitedFor(client: Client, { budget, admission }: Omit<ClientModelsPorts, 'models'>) {
  const isCharged = client.dollarsPerDay !== undefined;
  if (!isCharged && admission === undefined) return (model: Model) => model;
  return perObject((model: Model): Model => {
    const charged = isCharged ? chargedModel(model, { client, budget }) : model;
    return admission === undefined ? charged : placedModel(charged, { client, admission });
  });
}
