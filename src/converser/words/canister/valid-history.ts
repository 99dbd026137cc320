import { createObjectMemory } from '../../ground/object-memory.ts';
import {
  type Canister,
  type InvocationCanister,
  isInput,
  isInvocation,
  isResult,
  type ResultCanister,
} from './canister.ts';
import { text } from './content.ts';
import { isInterruption } from './interruption.ts';

/**
 * Invariant: each invocation has exactly one result after its round, so no file or mark can make a
 * conversation unusable. Refused questions go, because some providers refuse whatever follows.
 */
export function validHistory(canisters: readonly Canister[]): readonly Canister[] {
  return known.get(canisters)
    ? canisters
    : knownAsValid(isValid(canisters) ? canisters : repaired(canisters));
}

/** Marks a history that is valid by how it was made, so that it isn't looked through. */
export function knownAsValid(canisters: readonly Canister[]): readonly Canister[] {
  known.set(canisters, true);
  return canisters;
}

const known = createObjectMemory<readonly Canister[], true>();

function isValid(canisters: readonly Canister[]): boolean {
  const seen = new Set<string>();
  const waiting: string[] = [];
  let answered = 0;
  for (const canister of canisters) {
    if (!canister.marks.active || canister.role === 'compaction' || isRefusal(canister)) return false;
    if (isInterruption(canister) && isAskedAgain(canisters, canister)) return false;
    if (isResult(canister)) {
      if (waiting[answered++] !== canister.invocationId) return false;
    } else if (!isInvocation(canister) || answered > 0) {
      if (answered !== waiting.length) return false;
      waiting.length = answered = 0;
    }
    if (!isInvocation(canister)) continue;
    waiting.push(canister.id);
    if (seen.size === seen.add(canister.id).size) return false;
  }
  return answered === waiting.length;
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
  const read = canisters.filter(({ marks, role }) => marks.active && role !== 'compaction');
  for (const canister of read) {
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
      const isLeftOut = isInterruption(canister) && (isRefusal(canister) || isAskedAgain(read, canister));
      if (isLeftOut && isInput(sound.at(-1))) dropQuestion(sound);
      else sound.push(canister);
    }
  }
  closeRound();
  return sound;
}

function isRefusal(canister: Canister): boolean {
  return isInterruption(canister) && canister.interrupted.kind === 'refused';
}

/** What came with the question for good, such as instructions, stays: it is told once. */
function dropQuestion(sound: Canister[]): void {
  const at = sound.findLastIndex(each => !isInput(each)) + 1;
  sound.push(...sound.splice(at).filter(each => each.role === 'document' && each.stands !== undefined));
}

/** Whether you have asked the same again, and nothing was done before. Models should read a question once. */
function isAskedAgain(canisters: readonly Canister[], interruption: Canister): boolean {
  const at = canisters.indexOf(interruption);
  const begin = canisters.slice(0, at).findLastIndex(each => !isInput(each)) + 1;
  const after = canisters.slice(at + 1);
  const end = after.findIndex(each => !isInput(each));
  const asked = questionIn(canisters.slice(begin, at));
  return asked !== '' && asked === questionIn(end === -1 ? after : after.slice(0, end));
}

function questionIn(inputs: readonly Canister[]): string {
  const parts = inputs.filter(({ role }) => role === 'user').flatMap(({ content }) => content);
  return parts.map(part => (part.type === 'text' ? part.text : '')).join('\n');
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
