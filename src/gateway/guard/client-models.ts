import { errorData, fault } from '../../converser/errors.ts';
import { fits } from '../../converser/models/fits.ts';
import { type ModelRoster, modelReference } from '../../converser/models/model-roster.ts';
import type { Model, ModelEvent, ModelRequest } from '../../converser/models/provider.ts';
import { estimateRequest } from '../../converser/spending/estimate-request.ts';
import { createLedger } from '../../converser/spending/ledger.ts';
import { noSpending } from '../../converser/spending/spending.ts';
import { Refused, refusals } from '../refusal.ts';
import type { Client } from './client-keys.ts';
import type { DayBudget } from './day-budget.ts';

/** The models that a client may use. What it asks of them is charged to it. */
export type ClientModels = Pick<ModelRoster, 'models' | 'listed' | 'find'>;

export interface ClientModelsPorts {
  readonly models: ClientModels;
  readonly budget: DayBudget;
}

/** `listed` throws `Refused` for a model that there is, but not for this client; for `find`, there is none. */
export function modelsOf(client: Client, { models, budget }: ClientModelsPorts): ClientModels {
  const isAllowed = (model: Model) =>
    client.models?.some(pattern => fits(pattern, modelReference(model))) ?? true;
  const charged = chargedBy({ client, budget });
  return {
    models: async signal => (await models.models(signal)).filter(isAllowed).map(charged),
    async listed(reference, signal) {
      const model = await models.listed(reference, signal);
      if (model === undefined) return undefined;
      if (!isAllowed(model)) throw new Refused(refusals.modelNotAllowed(client.name, reference));
      return charged(model);
    },
    async find(reference, signal) {
      const model = await models.find(reference, signal);
      return model !== undefined && isAllowed(model) ? charged(model) : undefined;
    },
  };
}

interface Charge {
  readonly client: Client;
  readonly budget: DayBudget;
}

/** Each model has one that is charged, so that they can be compared. */
function chargedBy(charge: Charge): (model: Model) => Model {
  const known = new Map<Model, Model>();
  return model => {
    if (charge.client.dollarsPerDay === undefined) return model;
    const charged = known.get(model) ?? chargedModel(model, charge);
    known.set(model, charged);
    return charged;
  };
}

function chargedModel(model: Model, { client, budget }: Charge): Model {
  return {
    ...model,
    async *reply(request, signal) {
      const tokens = estimateRequest(request, model.provider);
      try {
        const expense = budget.hold(client, { model, tokens });
        try {
          yield* metered(model.reply(request, signal), { model, request, charge: { client, budget } });
        } finally {
          expense.release();
        }
      } catch (cause) {
        yield { type: 'failure', error: errorData(cause instanceof Refused ? asFault(cause) : cause) };
      }
    },
  };
}

interface Metering {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly charge: Charge;
}

async function* metered(
  events: AsyncIterable<ModelEvent>,
  { model, request, charge: { client, budget } }: Metering,
): AsyncGenerator<ModelEvent, void> {
  const ledger = createLedger({ model, before: noSpending });
  let meter = ledger.ask(1, request);
  try {
    for await (const event of events) {
      if (event.type === 'usage') meter.tell(event.usage);
      else meter.hear(event);
      if (event.type === 'finish') meter.settle(true);
      if (event.type === 'restart') {
        meter.settle(false);
        meter = ledger.ask(1, request);
      }
      yield event;
    }
  } finally {
    // A client that leaves leaves costs behind, too.
    meter.settle(false);
    budget.spent(client, ledger.turn.cost ?? 0);
  }
}

/** Models say why they fail in the words of the core. */
function asFault({ refusal: { message, retryAfter } }: Refused) {
  return fault('spending-cap', message, { retryable: retryAfter !== undefined, retryAfter });
}
