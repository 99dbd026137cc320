import { type Canister, isInvocation } from '../canister/canister.ts';
import { textOf } from '../canister/content.ts';
import { labelOf } from '../caution/label-of.ts';
import { estimateText } from '../spending/estimate-tokens.ts';
import { cutText } from '../wording/cut-text.ts';
import { canisterTitle } from './canister-title.ts';

/** Characters of one message or result, the most first: less of each where all would not fit. */
const lengths: readonly number[] = [4_000, 1_500, 500, 150];

/**
 * A passage as text, to be summarized, in as many parts as it needs. What hides keys stays out: it would be sent once more, and
 * a summary has no need of it.
 *
 * @param room tokens of one part
 */
export function passageParts(
  canisters: readonly Canister[],
  { room, mostParts }: { readonly room: number; readonly mostParts: number },
): readonly string[] {
  let parts: readonly string[] = [];
  for (const limit of lengths) {
    parts = inParts(piecesOf(canisters, Math.min(limit, room)), room);
    if (parts.length <= mostParts) return parts;
  }
  // Even shortened it is too much: what is newest counts most.
  return parts.slice(-mostParts);
}

const attached = 'Attached, or a summary of what was before';

function piecesOf(canisters: readonly Canister[], limit: number): readonly string[] {
  const calls = new Map(canisters.filter(isInvocation).map(call => [call.id, call]));
  return canisters
    .filter(canister => labelOf(canister).confidentiality !== 'secret')
    .flatMap(canister => {
      const said = cutText(textOf(canister.content).trim(), { limit, readOn: '' });
      const title = canisterTitle(canister, { calls, attached });
      return title === undefined || said === '' ? [] : [`${title}:\n${said}\n`];
    });
}

function inParts(pieces: readonly string[], room: number): readonly string[] {
  const parts: string[] = [];
  let left = 0;
  for (const piece of pieces) {
    const tokens = estimateText(piece);
    if (tokens > left) {
      parts.push('');
      left = room;
    }
    parts.push(`${parts.pop() ?? ''}\n${piece}`);
    left -= tokens;
  }
  return parts;
}
