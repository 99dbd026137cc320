import { createObjectMemory } from '../../ground/object-memory.ts';
import { sameIn } from '../../ground/same-in.ts';
import {
  type Canister,
  type InvocationCanister,
  isInvocation,
  isResult,
  type ResultCanister,
} from './canister.ts';
import { text } from './content.ts';
import { isInput } from './input.ts';
import { isInterruption } from './interruption.ts';

/**
 * Invariant: each invocation has exactly one result after its round, so no file or mark can make a
 * conversation unusable. Refused questions go, because some providers refuse whatever follows.
 */
export function validHistory(canisters: readonly Canister[]): readonly Canister[] {
  if (found.get(canisters)) return canisters;
  const [first] = canisters;
  const before = first && checked.get(first);
  const made = (before && goOn(before, canisters)) ?? repaired(canisters);
  const isSame = made.length === canisters.length && sameIn(made, canisters) === made.length;
  const sound = isSame ? canisters : made;
  found.set(sound, true);
  if (first !== undefined && canisters.length >= long) checked.set(first, { canisters, sound });
  return sound;
}

interface Checked {
  readonly canisters: readonly Canister[];
  readonly sound: readonly Canister[];
}

/** By their first canister: turns begin with what earlier ones had, so only what is new is checked. */
const checked = createObjectMemory<Canister, Checked>();

const long = 50;

function goOn(
  { canisters: before, sound }: Checked,
  canisters: readonly Canister[],
): readonly Canister[] | undefined {
  const asked = before.length - 1 - before.findLastIndex(each => !isActiveInput(each));
  const from = before.length - asked;
  if (sameIn(before, canisters) < from) return undefined;
  const past = sound.slice(0, sound.length - asked);
  const added = canisters.slice(from);
  const isClosed = added.length === 0 || isActiveInput(added[0]);
  if (!isClosed || isInput(past.at(-1)) || !isByItself(added, canisters, from)) return undefined;
  return past.concat(repaired(added));
}

function isActiveInput(canister: Canister | undefined): boolean {
  return isInput(canister) && canister.marks.active;
}

/** True if all its results are of its own invocations, whose ids are new. */
function isByItself(added: readonly Canister[], all: readonly Canister[], from: number): boolean {
  const ids = new Set(added.filter(isInvocation).map(({ id }) => id));
  if (added.some(each => isResult(each) && !ids.has(each.invocationId))) return false;
  return ids.size === 0 || all.findIndex(each => isInvocation(each) && ids.has(each.id)) >= from;
}

const found = createObjectMemory<readonly Canister[], true>();

/** The second has none of the first one's invocations. `read` changes nothing but contents. */
export function joinHistory(
  past: readonly Canister[],
  turn: readonly Canister[],
  read?: (canister: Canister) => Canister,
): readonly Canister[] {
  const all = past.concat(turn);
  const joined = read === undefined ? all : all.map(read);
  if (found.get(past) && found.get(turn)) found.set(joined, true);
  return joined;
}

export function validLike(changed: readonly Canister[], valid: readonly Canister[]): readonly Canister[] {
  if (found.get(valid)) found.set(changed, true);
  return changed;
}

function repaired(canisters: readonly Canister[]): readonly Canister[] {
  const results = resultsByInvocation(canisters);
  const sound: Canister[] = [];
  let round: InvocationCanister[] = [];
  let answering = false;

  const closeRound = () => {
    if (round.length === 0) return;
    sound.push(...round, ...round.map(invocation => results.get(invocation.id) ?? interrupted(invocation)));
    round = [];
  };

  const seen = new Set<string>();
  for (const canister of canisters) {
    if (!canister.marks.active || canister.role === 'compaction') continue;
    if (isResult(canister)) {
      answering = true;
    } else if (isInvocation(canister)) {
      if (seen.has(canister.id) || results.get(canister.id)?.marks.active === false) continue;
      seen.add(canister.id);
      if (answering) closeRound();
      answering = false;
      round.push(canister);
    } else {
      closeRound();
      if (isRefusal(canister) && isInput(sound.at(-1))) while (isInput(sound.at(-1))) sound.pop();
      else sound.push(canister);
    }
  }
  closeRound();
  return sound;
}

function isRefusal(canister: Canister): boolean {
  return isInterruption(canister) && canister.interrupted.kind === 'refused';
}

function resultsByInvocation(canisters: readonly Canister[]): ReadonlyMap<string, ResultCanister> {
  const invoked = new Set<string>();
  const results = new Map<string, ResultCanister>();
  for (const canister of canisters) {
    if (isInvocation(canister)) invoked.add(canister.id);
    if (isResult(canister) && invoked.has(canister.invocationId) && !results.has(canister.invocationId)) {
      results.set(canister.invocationId, canister);
    }
  }
  return results;
}

function interrupted(invocation: InvocationCanister): ResultCanister {
  const message = 'This call was interrupted before it had a result. Its effects are unknown.';
  return {
    id: `interrupted-${invocation.id}`.slice(0, 64),
    role: 'result',
    timestamp: invocation.timestamp,
    content: [text(message)],
    marks: invocation.marks,
    invocationId: invocation.id,
    failure: { kind: 'cancelled', message },
  };
}
