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
 * The canisters a model may be sent: the active ones but for compactions, and after the invocations of each round exactly one
 * result for each of them.
 *
 * An invocation without a result gets one that says it was interrupted. Left out are a result without an invocation
 * before it, a second result, a second invocation with the same id, and an invocation or result whose counterpart is not
 * active; and a question that was refused before anything was done for it, because some providers would refuse whatever
 * comes after it. So neither a file nor a mark can make a conversation unusable.
 */
export function validHistory(canisters: readonly Canister[]): readonly Canister[] {
  if (found.has(canisters)) return canisters;
  const made = repaired(canisters);
  const isSame = made.length === canisters.length && made.every((canister, at) => canister === canisters[at]);
  const sound = isSame ? canisters : made;
  found.add(sound);
  return sound;
}

/** Histories known to be valid, which are checked only once, because they never change. */
const found = new WeakSet<readonly Canister[]>();

/** Joins two valid histories, of which the second has none of the first one's invocations. */
export function joinHistory(past: readonly Canister[], turn: readonly Canister[]): readonly Canister[] {
  const joined = past.concat(turn);
  if (found.has(past) && found.has(turn)) found.add(joined);
  return joined;
}

/** Says that a history is as valid as another one, of which only contents were replaced. */
export function validLike(changed: readonly Canister[], valid: readonly Canister[]): readonly Canister[] {
  if (found.has(valid)) found.add(changed);
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

/** The first result that comes after each invocation. */
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
