import { type Disposable, type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import { serial } from '../../converser/ground/async/serial.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import type { Log } from '../../converser/ground/ports.ts';
import type { TurnUndo } from '../../ensembles/workspace/journal/turn-undo.ts';
import type { Undoable } from '../../ensembles/workspace/journal/undoable.ts';
import type { Proposals } from '../../ensembles/workspace/proposal/proposals.ts';
import type { SidebarChanges } from '../../sidebar/protocol.ts';
import type { KeptChoices } from './kept-choices.ts';

export interface TurnChanges extends Disposable {
  /** The latest come first. */
  readonly all: readonly Undoable[];
  /** Keyed by the id of each turn's first canister. */
  of(conversationId: string): Readonly<Record<string, SidebarChanges>>;
  /** Contract: never rejects. */
  refresh(): Promise<void>;
  readonly onDidChange: Listen<void>;
}

export interface TurnChangesPorts {
  readonly turns: Pick<TurnUndo, 'ofTurns'>;
  readonly choices: Pick<KeptChoices, 'isKept'>;
  readonly proposals: Pick<Proposals, 'of' | 'onDidChange'>;
  readonly log: Pick<Log, 'warn'>;
}

export function createTurnChanges({ turns, choices, proposals, log }: TurnChangesPorts): TurnChanges {
  const changes = listeners<void>();
  let found: readonly Undoable[] = [];
  let isDisposed = false;
  const inTurn = serial();
  const following = proposals.onDidChange(changes.fire);
  return {
    get all() {
      return found;
    },
    of(conversationId) {
      const byTurn: Record<string, SidebarChanges> = {};
      const add = (turnId: string, more: Partial<SidebarChanges>) => {
        byTurn[turnId] = joined(byTurn[turnId], more);
      };
      for (const { record, isUndone, files } of found) {
        const { turnId, conversationId: own } = record.header;
        if (own !== conversationId || turnId === undefined || files.length === 0) continue;
        const undone = files.filter(file => file.isUndone).length;
        const kept = files.filter(file => !file.isUndone && choices.isKept(record.id, file)).length;
        add(turnId, { files: files.length, undone, kept, isUndone, others: record.others });
      }
      for (const { turn } of proposals.of(conversationId).files)
        if (turn.turnId !== undefined) add(turn.turnId, { waiting: 1, isUndone: false });
      return byTurn;
    },
    // What was read earlier must not replace what was read later.
    refresh: () =>
      inTurn(async () => {
        try {
          found = await turns.ofTurns();
          if (!isDisposed) changes.fire();
        } catch (cause) {
          log.warn(`What turns have changed can’t be read: ${reasonOf(cause)}`);
        }
      }),
    onDidChange: changes.listen,
    dispose() {
      isDisposed = true;
      following.dispose();
    },
  };
}

/** What you keep later of a turn has a record of its own. */
function joined(one: SidebarChanges | undefined, more: Partial<SidebarChanges>): SidebarChanges {
  const { files = 0, undone = 0, kept = 0, waiting = 0, isUndone = true, others = [] } = one ?? {};
  return defined({
    files: files + (more.files ?? 0),
    undone: undone + (more.undone ?? 0),
    kept: kept + (more.kept ?? 0),
    waiting: waiting + (more.waiting ?? 0) || undefined,
    isUndone: isUndone && more.isUndone === true,
    others: [...others, ...(more.others ?? [])],
  });
}
