import type { Model, ModelEvent, ModelRequest } from '../../../converser/models/provider.ts';
import { estimateRequest } from '../../../converser/spending/estimate-request.ts';
import { createLedger } from '../../../converser/spending/ledger.ts';
import { noSpending } from '../../../converser/spending/spending.ts';
import type { Client } from '../client-keys.ts';
import type { DayBudget } from '../day-budget.ts';
import { refusedReply } from './refused-reply.ts';

interface Charge {
  readonly client: Client;
  readonly budget: DayBudget;
}

/** The same model, whose replies are paid from the client's money of the day. */
export function chargedModel(model: Model, { client, budget }: Charge): Model {
  return {
    ...model,
    async *reply(request, signal) {
      const tokens = estimateRequest(request, model.provider);
      let expense: ReturnType<DayBudget['hold']>;
      try {
        expense = budget.hold(client, { model, tokens });
      } catch (cause) {
        return yield refusedReply(cause);
      }
      try {
        yield* metered(model.reply(request, signal), { model, request, charge: { client, budget } });
      } finally {
        expense.release();
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
