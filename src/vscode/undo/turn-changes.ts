import { type Disposable, type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import { serial } from '../../converser/ground/async/serial.ts';
import { reasonOf } from '../../converser/ground/errors.ts';
import type { Log } from '../../converser/ground/ports.ts';
import type { TurnUndo } from '../../ensembles/workspace/journal/turn-undo.ts';
import type { Undoable } from '../../ensembles/workspace/journal/undoable.ts';
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
  readonly turns: Pick<TurnUndo, 'records'>;
  readonly choices: Pick<KeptChoices, 'isKept'>;
  readonly log: Pick<Log, 'warn'>;
}

export function createTurnChanges({ turns, choices, log }: TurnChangesPorts): TurnChanges {
  const changes = listeners<void>();
  let found: readonly Undoable[] = [];
  let isDisposed = false;
  const inTurn = serial();
  return {
    get all() {
      return found;
    },
    of: conversationId =>
      Object.fromEntries(
        found.flatMap(({ record, isUndone, files }) => {
          const { turnId, undoes, conversationId: own } = record.header;
          if (own !== conversationId || turnId === undefined || undoes !== undefined) return [];
          if (files.length === 0) return [];
          const undone = files.filter(file => file.isUndone).length;
          const kept = files.filter(file => !file.isUndone && choices.isKept(record.id, file)).length;
          const { others } = record;
          return [[turnId, { files: files.length, undone, kept, isUndone, others }] as const];
        }),
      ),
    // What was read earlier must not replace what was read later.
    refresh: () =>
      inTurn(async () => {
        try {
          found = await turns.records();
          if (!isDisposed) changes.fire();
        } catch (cause) {
          log.warn(`What turns have changed can’t be read: ${reasonOf(cause)}`);
        }
      }),
    onDidChange: changes.listen,
    dispose() {
      isDisposed = true;
    },
  };
}
