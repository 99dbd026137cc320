import { letOthersRun } from '../../converser/async/let-others-run.ts';
import { estimateText } from '../../converser/spending/estimate-tokens.ts';
import type { Part, Passage } from './passage.ts';

/** Puts passages into parts that each fit into one request, in their order, until there are as many as there may be. */
export interface PartFiller {
  readonly parts: readonly Part[];
  /** Nothing more is taken. */
  readonly isFull: boolean;
  /** Says how much of the passage found room. Rejects when the signal aborts. */
  add(passage: Passage, limits: FillLimits): Promise<Taken>;
}

export interface FillLimits {
  readonly signal: AbortSignal;
  /** Tokens of this passage that are taken at most. Absent: all. */
  readonly most?: number;
}

export interface Taken {
  /** The last line that was taken as a whole; one less than the first, if none was. */
  readonly lastLine: number;
  readonly isWhole: boolean;
}

export interface PartLimits {
  /** Tokens of a part. */
  readonly room: number;
  readonly most: number;
}

export function createPartFiller({ room, most }: PartLimits): PartFiller {
  const parts: Passage[][] = [];
  let used = 0;
  let isFull = false;

  return {
    parts,
    get isFull() {
      return isFull;
    },
    async add({ name, text, firstLine }, { signal, most: mostOfPassage = Number.POSITIVE_INFINITY }) {
      const rest = resting(signal);
      let lastLine = firstLine - 1;
      let taken = 0;
      let gathered = '';
      let from = firstLine;
      const put = () => {
        if (gathered !== '') parts.at(-1)?.push({ name, text: gathered, firstLine: from });
        gathered = '';
        from = lastLine + 1;
      };
      for (const { piece, endsLine } of piecesOf(text, room)) {
        await rest(piece.length);
        const tokens = estimateText(piece) + (gathered === '' ? frameTokens : 0);
        const needsPart = parts.length === 0 || used + tokens > room;
        isFull ||= needsPart && parts.length === most;
        if (isFull || taken + tokens > mostOfPassage) {
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
        gathered += piece;
        if (endsLine) lastLine++;
      }
      put();
      return { lastLine, isWhole: true };
    },
  };
}

/** Lets others have their turn after many characters. Rejects when the signal aborts. */
function resting(signal: AbortSignal): (characters: number) => Promise<void> {
  let since = 0;
  return async characters => {
    since += characters;
    if (since > restAfter) {
      since = 0;
      await letOthersRun();
    }
    signal.throwIfAborted();
  };
}

/** The line that names a passage. */
const frameTokens = 20;

/** Characters that are looked at before others get their turn. */
const restAfter = 200_000;

interface Piece {
  readonly piece: string;
  readonly endsLine: boolean;
}

/** The lines of a text with their endings, very long ones in pieces that fit into a part. No character is split. */
function* piecesOf(text: string, room: number): Generator<Piece, void> {
  // No character has more than about one token.
  const longest = Math.max(1, Math.floor((room - frameTokens) / 2));
  for (let at = 0; at < text.length; ) {
    const newline = text.indexOf('\n', at);
    const end = newline === -1 ? text.length : newline + 1;
    let to = Math.min(end, at + longest);
    if (to < end && /[\ud800-\udbff]/.test(text.charAt(to - 1))) to = Math.max(at + 1, to - 1);
    yield { piece: text.slice(at, to), endsLine: to === end };
    at = to;
  }
}
