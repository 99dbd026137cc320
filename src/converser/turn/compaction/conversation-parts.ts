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
  readonly taken: number;
  readonly leftOut: number;
  readonly longest: number;
}

/** In characters of one message or result, fewer if all wouldn't fit. */
const shorter: readonly number[] = [4_000, 1_500, 500, 150];

/** Leaves out text that hides keys, which would be sent once more. The newest counts most. */
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

const fullShare = 0.6;
