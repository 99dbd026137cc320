import type * as vscode from 'vscode';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { Log } from '../../converser/ground/ports.ts';
import type { SpendingStore } from '../../gateway/guard/day-budget.ts';

const stateName = 'converser.gateway.spendings';

/** All windows share VS Code's global state. */
export function openSpendings(
  state: Pick<vscode.Memento, 'get' | 'update'>,
  log: Pick<Log, 'warn'>,
): SpendingStore {
  return {
    read: () => state.get(stateName),
    write(spent) {
      Promise.resolve(state.update(stateName, spent)).catch(cause =>
        log.warn(`Can’t save what programs spend today: ${reasonOf(cause)}`),
      );
    },
  };
}
