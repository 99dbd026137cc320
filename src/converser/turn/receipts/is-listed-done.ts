import type { Claim } from './claims/claim.ts';
import { type Calls, comparesVersions, type Evidence, hasChanged, hasWorked } from './evidence/evidence.ts';
import { isOverall } from './evidence/scope.ts';
import { hasCode, isTouched } from './evidence/touched-things.ts';

/** What an item says by its place. */
function isDone({ of, name, isGood, isAmongClaims, peers }: Listed, calls: readonly Evidence[]): boolean {
  if (of === 'ran') {
    const words = name.split(/\s+/).filter(word => /^[\w.:/@-]+$/.test(word) && !word.startsWith('-'));
    const ran = calls.filter(call => call.can.has('run') && hasCode(words.slice(0, 3).join(' '), call));
    return isGood ? ran.some(({ isSound }) => isSound) : ran.length > 0;
  }
  if (of === 'seen') return calls.some(call => isTouched(name, call));
  const writing = calls.filter(call => hasChanged(call) && hasWorked(call));
  if (writing.some(call => isTouched(name, call) || isOverall(call))) return true;
  // It may be about the changes of others.
  if (writing.length === 0) return calls.some(comparesVersions) || !isGood;
  return (
    !isGood &&
    (!(isAmongClaims || peers.some(peer => writing.some(call => isTouched(peer, call)))) ||
      calls.some(call => call.knows(name)))
  );
}

/** Where no call was made, it may tell of anything. */
export function isListedDone(said: Listed, { turn, before }: Calls): boolean {
  if (isDone(said, turn)) return true;
  const earlier = before();
  return earlier.length === 0 ? turn.length === 0 : isDone(said, [...earlier, ...turn]);
}

type Listed = Extract<Claim['said'], { kind: 'listed' }>;
