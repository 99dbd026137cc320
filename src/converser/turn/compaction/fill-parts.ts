import { estimateText } from '../../words/spending/estimate-tokens.ts';
import type { Part, Piece } from './summary-part.ts';

/** Puts pieces into parts that each fit into one request, in their order, until there are as many as there may be. */
export interface PartFiller {
  readonly parts: readonly Part[];
  /** Whether nothing more is taken. */
  isFull(): boolean;
  /** Says how much of the piece found room. */
  add(piece: Piece, limits?: FillLimits): Taken;
}

export interface FillLimits {
  /** Tokens of this piece that are taken at most. Absent: all. */
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

/** Tokens of the line that names a piece. */
export function tokensAbove({ name }: Pick<Piece, 'name'>): number {
  return estimateText(name) + marks;
}

/** Tokens of what stands around a name. */
const marks = 8;

interface Line {
  readonly line: string;
  readonly endsLine: boolean;
}

/** The lines of a text with their endings, very long ones in several that fit into a part. No character is split. */
function* linesOf(text: string, room: number): Generator<Line, void> {
  // No character has more than about one token.
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
