import type { Canister } from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
import type { UnsupportedClaim } from '../../words/conversation/unsupported-claim.ts';
import { findClaims } from './claims/find-claims.ts';
import { type Evidence, evidenceBefore, evidenceIn } from './evidence/evidence.ts';
import { isSupported } from './is-supported.ts';

/** Calls of earlier turns that are looked at. */
const mostEarlier = 1_000;

/**
 * What the final answer of a turn says was done, and no call has done. English only: of what it can't read, it says nothing.
 *
 * @param turn the canisters of the turn; the last one, but for compactions, is its answer
 * @param past the conversation
 * @param end where in it the turn begins
 */
export function unsupportedClaims(
  turn: readonly Canister[],
  past: readonly Canister[] = [],
  end: number = past.length,
): readonly UnsupportedClaim[] {
  const answer = turn.findLast(({ role }) => role !== 'compaction');
  if (answer?.role !== 'assistant' || answer.interrupted !== undefined) return [];
  const said = textOf(answer.content);
  const claims = findClaims(said);
  if (claims.length === 0) return [];
  let earlier: readonly Evidence[] | undefined;
  const before = () => (earlier ??= evidenceBefore(past, end, mostEarlier));
  const calls = { turn: evidenceIn(turn), before };
  return claims
    .filter(claim => !isSupported(claim, said, calls))
    .map(({ start, end: to }) => ({ start, end: to, text: said.slice(start, to) }));
}
