import { estimateText } from '../../words/spending/estimate-tokens.ts';
import type { Part, Piece } from './summary-part.ts';

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

export function tokensAbove({ name }: Pick<Piece, 'name'>): number {
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
