import { callText } from '../../call/invocation/deduplication/short-results.ts';
import { shortened } from '../../ground/wording/cut-text.ts';
import { type Canister, isInput, isInvocation, type LeftOutPassage } from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
import { labelOf } from '../../words/conversation/label-of.ts';
import { joinAll } from '../../words/labels/label.ts';
import { estimateRequest } from '../../words/spending/estimate-request.ts';
import { sizeOfPassage } from './compacted.ts';
import { isRound, type Span, staysAlways, unitsOf } from './parts-of-history.ts';

/** In characters. */
const most = { asked: 4_000, message: 600, calls: 3_000 };
const ofRoom = { asked: 0.6, calls: 0.4 };

/** Counts from the whole passage, because an earlier record may be taken back. */
export function passageOf(
  history: readonly Canister[],
  { start, end }: Span,
  { turns, room }: { readonly turns: number /** Tokens of the request. */; readonly room: number },
): LeftOutPassage {
  const canisters = history.slice(start, end);
  const units = unitsOf(history, { start, end });
  const going = units
    .map(unit => history.slice(unit.start, unit.end))
    .filter(unit => !staysAlways(unit, turns === 0))
    .flat();
  const told = going.filter(canister => labelOf(canister).confidentiality !== 'secret');
  return {
    from: canisters[0]?.id ?? '',
    to: canisters.at(-1)?.id ?? '',
    turns,
    rounds: units.filter(unit => isRound(history, unit)).length,
    holds: sizeOfPassage(canisters),
    tokens: estimateRequest({ canisters: going, tools: [] }, ''),
    asked: newest(turns === 0 ? [] : going.flatMap(askedIn), Math.min(most.asked, room * ofRoom.asked)),
    calls: newest(going.filter(isInvocation).map(callText), Math.min(most.calls, room * ofRoom.calls)),
    label: joinAll(told.map(labelOf)),
  };
}

/** What others worded, such as an MCP prompt, doesn't count as what you want. */
function askedIn(canister: Canister): readonly string[] {
  if (canister.role !== 'user' || !isInput(canister)) return [];
  const { integrity, confidentiality } = labelOf(canister);
  const written = textOf(canister.content).trim();
  if (integrity !== 'person' || confidentiality === 'secret' || written === '') return [];
  return [shortened(written, most.message)];
}

function newest(lines: readonly string[], room: number): readonly string[] {
  let left = room;
  const first = lines.findLastIndex(line => {
    left -= line.length;
    return left < 0;
  });
  return first === -1 ? lines : [`… ${first + 1} before`, ...lines.slice(first + 1)];
}
