import { groupsOf, inGroups } from '../../../converser/ground/async/flow.ts';
import type { Model, ModelEvent, ModelRequest } from '../../../converser/words/models/provider.ts';
import { estimateRequest } from '../../../converser/words/spending/estimate-request.ts';
import { createLedger } from '../../../converser/words/spending/ledger.ts';
import { noSpending } from '../../../converser/words/spending/spending.ts';
import type { Client } from '../client-keys.ts';
import type { DayBudget } from '../day-budget.ts';
import { refusedReply } from './refused-reply.ts';

interface Charge {
  readonly client: Client;
  readonly budget: DayBudget;
}

export function chargedModel(model: Model, { client, budget }: Charge): Model {
  async function* reply(
    request: ModelRequest,
    signal: AbortSignal,
  ): AsyncGenerator<readonly ModelEvent[], void> {
    const tokens = estimateRequest(request, model.provider);
    let expense: ReturnType<DayBudget['hold']>;
    try {
      expense = budget.hold(client, { model, tokens });
    } catch (cause) {
      return yield [refusedReply(cause)];
    }
    try {
      const groups = groupsOf(model.reply(request, signal));
      yield* metered(groups, { model, request, charge: { client, budget } });
    } finally {
      expense.release();
    }
  }
  return { ...model, reply: (request, signal) => inGroups(reply(request, signal)) };
}

interface Metering {
  readonly model: Model;
  readonly request: ModelRequest;
  readonly charge: Charge;
}

async function* metered(
  groups: AsyncIterable<readonly ModelEvent[]>,
  { model, request, charge: { client, budget } }: Metering,
): AsyncGenerator<readonly ModelEvent[], void> {
  const ledger = createLedger({ model, before: noSpending });
  let meter = ledger.ask(1, request);
  try {
    for await (const group of groups) {
      for (const event of group) {
        if (event.type === 'usage') meter.tell(event.usage);
        else meter.hear(event);
        if (event.type === 'finish') meter.settle(true);
        if (event.type === 'restart') {
          meter.settle(false);
          meter = ledger.ask(1, request);
        }
      }
      yield group;
    }
  } finally {
    // A client that leaves still costs.
    meter.settle(false);
    budget.spent(client, ledger.turn().cost ?? 0);
  }
}
