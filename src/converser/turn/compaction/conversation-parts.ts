import { callText } from '../../call/invocation/deduplication/short-results.ts';
import { cutText } from '../../ground/wording/cut-text.ts';
import { visibleLine } from '../../ground/wording/visible-text.ts';
import { type Canister, type InvocationCanister, isInvocation } from '../../words/canister/canister.ts';
import { textOf } from '../../words/canister/content.ts';
import { labelOf } from '../../words/conversation/label-of.ts';
import { estimateText } from '../../words/spending/estimate-tokens.ts';
import type { Part, Piece } from './summarize.ts';

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

export interface PartFiller {
  readonly parts: readonly Part[];
  isFull(): boolean;
  add(piece: Piece, limits?: FillLimits): Taken;
}

export interface FillLimits {
  /** In tokens. */
  readonly most?: number;
}

export interface Taken {
  /** One less than the first line if none was taken whole. */
  readonly lastLine: number;
  readonly isWhole: boolean;
}

export interface PartLimits {
  /** In tokens. */
  readonly room: number;
  readonly most: number;
}

export function createPartFiller({ room, most }: PartLimits): PartFiller {
  const parts: Piece[][] = [];
  let used = 0;
  let isFull = false;

  return {
    parts,
    isFull: () => isFull,
    add(piece, { most: mostOfPiece = Number.POSITIVE_INFINITY } = {}) {
      const { name, text, firstLine } = piece;
      const tokensOfName = tokensAbove(piece);
      let lastLine = firstLine - 1;
      let taken = 0;
      let gathered = '';
      let from = firstLine;
      const put = () => {
        if (gathered !== '') parts.at(-1)?.push({ name, text: gathered, firstLine: from });
        gathered = '';
        from = lastLine + 1;
      };
      for (const { line, endsLine } of linesOf(text, room)) {
        const tokens = estimateText(line) + (gathered === '' ? tokensOfName : 0);
        const needsPart = parts.length === 0 || used + tokens > room;
        isFull ||= needsPart && parts.length === most;
        if (isFull || taken + tokens > mostOfPiece) {
          put();
          return { lastLine, isWhole: false };
        }
        if (needsPart) {
          put();
          parts.push([]);
          used = 0;
        }
        used += tokens;
        taken += tokens;
        gathered += line;
        if (endsLine) lastLine++;
      }
      put();
      return { lastLine, isWhole: true };
    },
  };
}

function tokensAbove({ name }: Pick<Piece, 'name'>): number {
  return estimateText(name) + marks;
}

const marks = 8;

interface Line {
  readonly line: string;
  readonly endsLine: boolean;
}

function* linesOf(text: string, room: number): Generator<Line, void> {
  // A character has about one token at most.
  const longest = Math.max(1, Math.floor(room / 4));
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline + 1;
    let to = Math.min(end, at + longest);
    if (to < end && /[\ud800-\udbff]/.test(text.charAt(to - 1))) to = Math.max(at + 1, to - 1);
    yield { line: text.slice(at, to), endsLine: to === end };
    at = to;
  }
}
