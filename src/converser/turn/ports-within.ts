import type { Permissions } from '../call/permission/permissions.ts';
import type { Ledger } from '../words/spending/ledger.ts';
import { addSpending } from '../words/spending/spending.ts';
import type { SpendingTotals } from '../words/spending/totals.ts';
import type { ChangeRecord, Journal } from '../words/workspace/undo-journal.ts';
import type { ConversePorts, Limits } from './converse-options.ts';

export interface WithinOptions {
  readonly changes: ChangeRecord | undefined;
  readonly spent: Pick<Ledger, 'spent'>;
  readonly limits: Pick<Limits, 'rounds' | 'caps'>;
  /** See `Context.beginAsking`. */
  readonly beginAsking: (() => () => void) | undefined;
}

export function portsWithin(
  { journal, totals, permissions, limits, guidance: _forYou, ...shared }: ConversePorts,
  { changes, spent, limits: own, beginAsking }: WithinOptions,
): ConversePorts {
  return {
    ...shared,
    limits: { ...limits, ...own },
    permissions: beginAsking === undefined ? permissions : withoutTime(permissions, beginAsking),
    ...(journal && changes && { journal: sharing(journal, changes) }),
    ...(totals && { totals: withOuter(totals, spent) }),
  };
}

function withoutTime(permissions: Permissions, beginAsking: () => () => void): Permissions {
  return {
    async decide(call, signal) {
      const end = beginAsking();
      try {
        return await permissions.decide(call, signal);
      } finally {
        end();
      }
    },
  };
}

function sharing(journal: Journal, changes: ChangeRecord): Journal {
  const record: ChangeRecord = {
    begin: change => changes.begin(change),
    watch: about => changes.watch(about),
    noteOther: (tool, carried) => changes.noteOther(tool, carried),
    end: async () => {},
  };
  return {
    record: () => record,
    trouble: () => journal.trouble(),
    foresee: signal => journal.foresee(signal),
  };
}

function withOuter(totals: SpendingTotals, ledger: Pick<Ledger, 'spent'>): SpendingTotals {
  return {
    add() {},
    addTools() {},
    async sums() {
      const { day, month } = await totals.sums();
      const { round } = ledger.spent();
      return { day: addSpending(day, round), month: addSpending(month, round) };
    },
  };
}
