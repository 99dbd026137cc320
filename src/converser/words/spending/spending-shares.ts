import { addSpending, type Spending } from './spending.ts';

/** Whose spending it was. Empty where an older version of Converser didn’t keep it, and beyond `mostShares`. */
export interface Spender {
  /** `provider/id` of the model that answered last in the round. */
  readonly model: string;
  readonly conversation: string;
}

export interface SpendingShare extends Spender {
  readonly spending: Spending;
}

const mostShares = 500;

export function addShares(
  one: readonly SpendingShare[],
  other: readonly SpendingShare[],
): readonly SpendingShare[] {
  const sums = new Map<string, SpendingShare>();
  for (const each of [...one, ...other]) {
    const own = `${each.model}\n${each.conversation}`;
    const isKept = sums.has(own) || sums.size < mostShares;
    const { model, conversation } = isKept ? each : { model: '', conversation: '' };
    const key = isKept ? own : '\n';
    const before = sums.get(key);
    const spending = before === undefined ? each.spending : addSpending(before.spending, each.spending);
    sums.set(key, { model, conversation, spending });
  }
  return [...sums.values()];
}
