import type { Canister } from '../canister/canister.ts';
import { textOf } from '../canister/content.ts';
import { evidenceIn } from './evidence.ts';
import { findClaims } from './find-claims.ts';
import { isSupported } from './is-supported.ts';
import type { UnsupportedClaim } from './unsupported-claim.ts';

/**
 * What the final answer of a turn says was done, and no call has done. English only: of what it can't read, it says nothing.
 *
 * @param turn the canisters of the turn; the last one, but for compactions, is its answer
 * @param before those of the turns before it
 */
export function unsupportedClaims(
  turn: readonly Canister[],
  before: readonly Canister[] = [],
): readonly UnsupportedClaim[] {
  const answer = turn.findLast(({ role }) => role !== 'compaction');
  if (answer?.role !== 'assistant' || answer.interrupted !== undefined) return [];
  const said = textOf(answer.content);
  const claims = findClaims(said);
  if (claims.length === 0) return [];
  const calls = { turn: evidenceIn(turn), before: evidenceIn(before) };
  return claims
    .filter(claim => !isSupported(claim, said, calls))
    .map(({ start, end }) => ({ start, end, text: said.slice(start, end) }));
}
