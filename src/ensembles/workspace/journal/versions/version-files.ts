import { serial } from '../../../../converser/ground/async/serial.ts';
import type { KeptRecord } from '../record-file.ts';
import type { TurnUndo, UndoOutcome } from '../turn-undo.ts';
import type { UndoPorts } from '../undo.ts';
import { type Undoable, undosToRedo } from '../undoable.ts';
import { foreseeConflicts } from './foresee-conflicts.ts';
import { notePending, pendingWays, type Way } from './pending-ways.ts';

/** The files follow the version of a conversation that is shown. */
export interface VersionFiles {
  /** Only looks. */
  plan(way: Way): Promise<WayPlan>;
  /**
   * Takes back what the turns have changed that are left, and makes again what this took back of those that are entered.
   * Once stopped, and if the way's end can't be reached, everything is as before.
   */
  follow(way: Way, options: FollowOptions): Promise<FollowOutcome>;
  /** Goes the ways to their end on which the program was killed. */
  goOn(arrive: FollowOptions['arrive']): Promise<readonly Way[]>;
}

export interface FollowOptions {
  readonly signal: AbortSignal;
  /** Goes to the way's end, which may have been reached before. */
  readonly arrive: (way: Way) => Promise<void>;
}

export interface FollowOutcome extends UndoOutcome {
  readonly hasArrived: boolean;
}

export interface WayPlan {
  /** The latest come first. */
  readonly undo: readonly Undoable[];
  /** Absolute paths of files that would be left alone, as they have changed since. */
  readonly conflicts: readonly string[];
  /** What ran beside and can't be taken back. */
  readonly others: readonly string[];
}

export interface VersionFilesPorts extends Pick<UndoPorts, 'unsaved'> {
  readonly turns: Pick<TurnUndo, 'ofTurns' | 'undo' | 'redo'>;
  /** That of the journal. */
  readonly folder: string;
}

export function createVersionFiles({ turns, folder, unsaved }: VersionFilesPorts): VersionFiles {
  const inTurn = serial();
  const steps = async (way: Way) => {
    const all = await turns.ofTurns();
    const own = all.filter(({ record: { header } }) => header.conversationId === way.conversationId);
    return {
      left: all.filter(each => !each.isUndone && isOf(each, way.leaving)),
      undo: own.filter(each => !each.isUndone && each.record.changes.length > 0 && isOf(each, way.leaving)),
      redo: own.filter(each => isOf(each, way.entering) && undosToRedo(each, aside).length > 0).reverse(),
    };
  };

  async function change(way: Way, signal: AbortSignal): Promise<UndoOutcome & { readonly back: Way }> {
    const { undo, redo } = await steps(way);
    const outcomes: UndoOutcome[] = [];
    for (const { record } of undo) outcomes.push(await turns.undo(record, { signal, isAside: true }));
    for (const turn of redo) outcomes.push(await turns.redo(turn, { signal, isAside: true }));
    return {
      files: outcomes.flatMap(({ files }) => files),
      isWhole: outcomes.every(({ isWhole }) => isWhole),
      back: { ...way, leaving: redo.flatMap(turnIdOf), entering: undo.flatMap(turnIdOf) },
    };
  }

  return {
    async plan(way) {
      const { left, undo } = await steps(way);
      const isOther = ({ record: { header } }: Undoable) => header.conversationId !== way.conversationId;
      const others = new Set(left.flatMap(each => (isOther(each) ? [forkedFrom] : each.record.others)));
      return { undo, conflicts: await foreseeConflicts(undo, unsaved()), others: [...others] };
    },
    follow: (way, { signal, arrive }) =>
      inTurn(async () => {
        const forget = await notePending(folder, way);
        const { back, ...outcome } = await change(way, signal);
        const goBack = async () => void (await change(back, new AbortController().signal));
        if (signal.aborted) await goBack();
        else
          await arrive(way).catch(async (cause: unknown) => {
            await goBack();
            await forget();
            throw cause;
          });
        await forget();
        return { ...outcome, hasArrived: !signal.aborted };
      }),
    goOn: arrive =>
      inTurn(async () => {
        const left = await pendingWays(folder);
        for (const { way, forget } of left) {
          await change(way, new AbortController().signal);
          // Its conversation may be gone.
          await arrive(way).catch(() => {});
          await forget();
        }
        return left.map(({ way }) => way);
      }),
  };
}

const forkedFrom = 'the conversation from which this one was forked';

const aside = { isAside: true } as const;

function isOf({ record: { header } }: Undoable, turns: readonly string[]): boolean {
  return header.turnId !== undefined && turns.includes(header.turnId);
}

function turnIdOf({ record: { header } }: { readonly record: KeptRecord }): readonly string[] {
  return header.turnId === undefined ? [] : [header.turnId];
}
