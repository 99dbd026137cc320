import { defined } from '../converser/ground/json/defined.ts';
import type { Canister } from '../converser/words/canister/canister.ts';
import { toJson } from '../converser/words/canister/canister-json.ts';
import type { Thought } from '../converser/words/conversation/thought.ts';
import {
  addSpending,
  noSpending,
  type Spending,
  type TurnSpending,
} from '../converser/words/spending/spending.ts';
import { ownOnes } from './imported.ts';
import type { Origin } from './origin.ts';
import { withPins } from './pins.ts';
import { saidIn } from './records.ts';
import { withTakenBack } from './taken-back.ts';
import { withUndone } from './undone-turns.ts';
import { type Grown, grow } from './versions.ts';

export interface TurnDetails {
  readonly spending?: TurnSpending;
  /** The last canister of the turn that cost this. Default: the last of those added. */
  readonly of?: string;
  /** The reference of the model that the turn asked. Kept with what it cost. */
  readonly model?: string;
  readonly origin?: Origin;
  readonly thoughts?: readonly Thought[];
  /** The canister after which this joins, if that isn't the last one; `null` is the beginning. */
  readonly from?: string | null;
  /** What is known of it. Where others have written since, this joins after the last canister that is known: as a version. */
  readonly known?: { readonly others: number; readonly last: string | null };
  /** Doesn't wait for the disk, because `settle` will: only a crash of the machine can come between. */
  readonly isUnsettled?: boolean;
}

export interface StoredContent {
  /** How many records are left out, because they are damaged. */
  readonly damaged?: number;
  readonly canisters: readonly Canister[];
  readonly spending: StoredSpending;
  readonly thoughts: readonly Thought[];
  readonly versions: Grown['versions'];
  readonly ahead?: Grown['ahead'];
  readonly origin?: Origin;
}

export interface StoredSpending {
  /** Includes turns that were rolled back. */
  readonly total: Spending;
  /** By the id of the turn's last canister, with the reference of the model that was asked. */
  readonly turns: Readonly<Record<string, TurnSpending & { readonly model?: string }>>;
}

export function contentOf(records: readonly string[]): StoredContent {
  const { canisters, versions, ahead } = grownIn(records);
  return defined({
    canisters,
    versions,
    ahead,
    spending: sumSpendings(records.flatMap(readSpending)),
    thoughts: thoughtsIn(records, canisters),
    origin: originIn(records),
  });
}

/** The cost comes first: if a crash loses the turn, it was paid all the same. */
export function recordsOf(
  turn: readonly Canister[],
  { spending, origin, thoughts = [], of = turn.at(-1)?.id, model, from }: TurnDetails,
): readonly string[] {
  const paid = spending === undefined ? [] : [toJson(defined({ spending, of, model }))];
  if (turn.length === 0) return paid;
  return [
    ...paid,
    ...(origin === undefined ? [] : [toJson({ origin })]),
    ...(thoughts.length === 0 ? [] : [toJson({ thoughts })]),
    toJson(from === undefined ? turn : { from, joined: turn }),
  ];
}

export function grownIn(records: readonly string[]): Grown {
  const { canisters, ...others } = grow(records);
  const said = <T>(key: string) => records.flatMap(record => saidIn<T>(record, key) ?? []);
  const marked = withUndone(withPins(withTakenBack(canisters, said('takenBack')), said('pin')), said('undo'));
  return { ...others, canisters: marked };
}

export function originIn(lines: readonly string[]): Origin | undefined {
  return ownOnes(lines)
    .map(line => saidIn<Origin>(line, 'origin'))
    .findLast(origin => origin !== undefined);
}

interface SpendingLine {
  readonly spending: TurnSpending;
  readonly of?: string;
  readonly model?: string;
}

export function readSpending(line: string): readonly SpendingLine[] {
  return line.startsWith('{"spending":') ? [JSON.parse(line) as SpendingLine] : [];
}

function sumSpendings(lines: readonly SpendingLine[]): StoredSpending {
  const turns = lines.flatMap(({ of, spending, model }) =>
    of === undefined ? [] : [[of, defined({ ...spending, model })] as const],
  );
  return {
    total: lines.reduce<Spending>((sum, { spending }) => addSpending(sum, spending), noSpending),
    turns: Object.fromEntries(turns),
  };
}

/** On lines of their own, thoughts never reach a model. */
function thoughtsIn(lines: readonly string[], canisters: readonly Canister[]): readonly Thought[] {
  const thoughts = lines.flatMap(line => saidIn<readonly Thought[]>(line, 'thoughts') ?? []);
  if (thoughts.length === 0) return [];
  const found = new Map(thoughts.map(thought => [thought.before, thought]));
  return canisters.flatMap(({ id }) => found.get(id) ?? []);
}
