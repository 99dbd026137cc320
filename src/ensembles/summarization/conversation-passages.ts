import { type Canister, isInvocation, type ResultCanister } from '../../converser/canister/canister.ts';
import { textOf } from '../../converser/canister/content.ts';
import { labelOf } from '../../converser/caution/label-of.ts';
import { canisterTitle } from '../../converser/compaction/canister-title.ts';
import { fullName } from '../../converser/ensemble/invoker.ts';
import { wireName } from '../../converser/ensemble/wire-name.ts';
import { joinAll, type ReadLabel } from '../../converser/labels/label.ts';
import type { Passage } from './passage.ts';

export interface WantedCanisters {
  /** Only so many of the latest turns. Absent: all. */
  readonly turns?: number | undefined;
  /** Only the results of this tool, by any of its names. Absent: everything that was said and done. */
  readonly resultsOf?: string | undefined;
}

export interface ReadConversation {
  readonly passages: readonly Passage[];
  /** How many canisters hold keys, and are left out. */
  readonly secrets: number;
  /** Of all that is in the passages. */
  readonly label: ReadLabel | undefined;
}

/** What was said and done, as text. What hides keys stays out: it would be sent once more, and a summary has no need of it. */
export function readConversation(
  history: readonly Canister[],
  { turns, resultsOf }: WantedCanisters,
): ReadConversation {
  const calls = new Map(history.filter(isInvocation).map(call => [call.id, call]));
  const nameOf = (result: ResultCanister) => calls.get(result.invocationId);
  const wanted = latestTurns(history, turns).filter(
    canister =>
      canister.marks.active &&
      (resultsOf === undefined || (canister.role === 'result' && isCalled(nameOf(canister), resultsOf))),
  );
  const open = wanted.filter(canister => labelOf(canister).confidentiality !== 'secret');
  const passages = open.flatMap(canister => passageOf(canister, calls));
  const labels = open.flatMap(({ label }) => (label === undefined ? [] : [label]));
  const [first] = labels;
  return {
    passages,
    secrets: wanted.length - open.length,
    label: first && { ...joinAll(labels), ...(first.read === undefined ? {} : { read: first.read }) },
  };
}

type Calls = ReadonlyMap<string, Extract<Canister, { readonly role: 'invocation' }>>;

function latestTurns(history: readonly Canister[], turns: number | undefined): readonly Canister[] {
  if (turns === undefined) return history;
  const starts = history.flatMap((canister, at) => (canister.role === 'user' && !canister.added ? [at] : []));
  return history.slice(starts.at(-turns) ?? 0);
}

function isCalled(
  call: { readonly ensemble: string; readonly name: string } | undefined,
  name: string,
): boolean {
  return call !== undefined && [fullName(call), wireName(call), call.name].includes(name);
}

function passageOf(canister: Canister, calls: Calls): readonly Passage[] {
  const name = canisterTitle(canister, { calls, attached: 'Attached by the user' });
  const failure = canister.role === 'result' ? canister.failure : undefined;
  const text = [...(failure ? [`Failed: ${failure.message}`] : []), textOf(canister.content)]
    .join('\n')
    .trim();
  return name === undefined || text === '' ? [] : [{ name, text: `${text}\n`, firstLine: 1 }];
}
