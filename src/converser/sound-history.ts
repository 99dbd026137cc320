import {
  type Canister,
  type InvocationCanister,
  isInvocation,
  isResult,
  type ResultCanister,
} from './canister.ts';
import { text } from './content.ts';

/**
 * The canisters a model may be sent: the active ones, and after the invocations of each round exactly one
 * result for each of them.
 *
 * An invocation without a result gets one that says it was interrupted; a result without an invocation, or a
 * second one, is left out. So no file on disk and no mark set by a person can brick a conversation.
 */
export function soundHistory(canisters: readonly Canister[]): readonly Canister[] {
  const active = canisters.filter(canister => canister.marks.active);
  const results = resultsByInvocation(active);
  const sound: Canister[] = [];
  let round: InvocationCanister[] = [];
  let answering = false;

  const closeRound = () => {
    sound.push(...round, ...round.map(invocation => results.get(invocation.id) ?? interrupted(invocation)));
    round = [];
    answering = false;
  };

  for (const canister of active) {
    if (isResult(canister)) {
      answering = true;
    } else if (isInvocation(canister)) {
      if (answering) closeRound();
      round.push(canister);
    } else {
      closeRound();
      sound.push(canister);
    }
  }
  closeRound();
  return sound;
}

/** The first result of each invocation that stands before it. */
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
  const message = 'This call was interrupted before it had a result. Nothing is known of its effects.';
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
