import { callText } from '../../call/invocation/deduplication/short-results.ts';
import { cutText } from '../../ground/wording/cut-text.ts';
import { visibleLine } from '../../ground/wording/visible-text.ts';
import { type Canister, type InvocationCanister, isInvocation } from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
import { labelOf } from '../../words/conversation/label-of.ts';
import { estimateText } from '../../words/spending/estimate-tokens.ts';
import { createPartFiller, type PartLimits, tokensAbove } from './fill-parts.ts';
import type { Part, Piece } from './summary-part.ts';

export interface ConversationParts {
  readonly parts: readonly Part[];
  /** Messages and results that are in the parts. */
  readonly taken: number;
  /** Older ones, for which there was no room. */
  readonly leftOut: number;
  /** Characters of one message or result: of longer ones the middle is missing. */
  readonly longest: number;
}

/** Characters of one message or result, less of each where all would not fit. */
const shorter: readonly number[] = [4_000, 1_500, 500, 150];

/**
 * What was said and done, as text to be summarized. What hides keys stays out: it would be sent once more, and a summary has no
 * need of it. Where even shortened all of it is too much, the newest is taken: it counts most.
 *
 * @param longest characters of one message or result at most
 */
export function conversationParts(
  canisters: readonly Canister[],
  { longest, ...limits }: PartLimits & { readonly longest: number },
): ConversationParts {
  let shortest = longest;
  for (const length of [longest, ...shorter.filter(each => each < longest)]) {
    const pieces = piecesOf(canisters, length);
    const { parts, isWhole } = filled(pieces, limits);
    if (isWhole) return { parts, taken: pieces.length, leftOut: 0, longest: length };
    shortest = length;
  }
  const pieces = piecesOf(canisters, shortest);
  const newest = newestWithin(pieces, limits);
  const leftOut = pieces.length - newest.length;
  return { ...filled(newest, limits), taken: newest.length, leftOut, longest: shortest };
}

function filled(pieces: readonly Piece[], limits: PartLimits) {
  const filler = createPartFiller(limits);
  const isWhole = pieces.every(piece => filler.add(piece).isWhole);
  return { parts: filler.parts, isWhole };
}

function piecesOf(canisters: readonly Canister[], longest: number): readonly Piece[] {
  const calls = new Map(canisters.filter(isInvocation).map(call => [call.id, call]));
  return canisters
    .filter(canister => labelOf(canister).confidentiality !== 'secret')
    .flatMap(canister => {
      const name = titleOf(canister, calls);
      const text = cutText(textOf(canister.content).trim(), { limit: longest, readOn: '' });
      return name === undefined || text === '' ? [] : [{ name, text: `${text}\n`, firstLine: 1 }];
    });
}

/** Who or what speaks. `undefined`: it says nothing of its own. */
function titleOf(canister: Canister, calls: ReadonlyMap<string, InvocationCanister>): string | undefined {
  switch (canister.role) {
    case 'user':
      return 'The user';
    case 'assistant':
      return 'The model';
    case 'document':
      return 'Attached, or a summary of what was before';
    case 'result': {
      const call = calls.get(canister.invocationId);
      const failed = canister.failure === undefined ? '' : ' (failed)';
      return `Result${failed}${call === undefined ? '' : ` of ${visibleLine(callText(call))}`}`;
    }
    case 'supervisor':
    case 'invocation':
    case 'compaction':
      return undefined;
  }
}

function newestWithin(pieces: readonly Piece[], { room, most }: PartLimits): readonly Piece[] {
  let left = room * most * fullShare;
  const last = pieces.findLastIndex(piece => {
    left -= estimateText(piece.text) + tokensAbove(piece);
    return left < 0;
  });
  return pieces.slice(last + 1);
}

/** Parts are not filled to their ends. */
const fullShare = 0.6;
