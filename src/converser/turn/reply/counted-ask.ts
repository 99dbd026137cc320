import type { Usage } from '../../words/models/provider.ts';
import type { Ledger } from '../../words/spending/ledger.ts';
import { correctUsage, type Spending, spendingOf, sumSpending } from '../../words/spending/spending.ts';

export function countedAsk(ask: Ledger['ask']): {
  readonly ask: Ledger['ask'];
  readonly spending: () => Spending;
} {
  const requests: (() => Spending)[] = [];
  return {
    ask(round, request, model) {
      const meter = ask(round, request, model);
      let usage: Usage = {};
      const note = (told: Usage) => {
        usage = correctUsage(usage, told);
      };
      requests.push(() => spendingOf(usage, model?.price));
      return {
        hear: meter.hear,
        tell(told) {
          note(told);
          meter.tell(told);
        },
        settle(isWhole) {
          const estimated = meter.settle(isWhole);
          if (estimated !== undefined) note(estimated);
          return estimated;
        },
      };
    },
    spending: () => sumSpending(requests.map(each => each())),
  };
}
