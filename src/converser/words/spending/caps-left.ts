import { type Cap, type Caps, capKinds, usedOf } from './caps.ts';
import { noSpending, type Spending } from './spending.ts';

/** Work beside a turn may spend what is left of the turn's caps, and no more than its budget. */
export function capsLeft(caps: Caps, turn: Spending, budget: Cap): Caps {
  const spent = { turn, conversation: noSpending, day: noSpending, month: noSpending };
  const used = new Map(
    usedOf(caps.turn === undefined ? {} : { turn: caps.turn }, spent).map(each => [each.kind, each.used]),
  );
  const left = capKinds.flatMap(kind => {
    const cap = caps.turn?.[kind];
    const amounts = [budget[kind], cap === undefined ? undefined : Math.max(0, cap - (used.get(kind) ?? 0))];
    const known = amounts.filter(amount => amount !== undefined);
    return known.length === 0 ? [] : [[kind, Math.min(...known)] as const];
  });
  return { ...caps, turn: Object.fromEntries(left) };
}
