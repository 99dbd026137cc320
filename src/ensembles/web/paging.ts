import { countText } from '../../converser/ground/wording/numbers.ts';

export interface Piece {
  readonly shown: string;
  readonly note: string;
}

/** In characters, a little less than a result may have, so that nothing is cut out of its middle. */
const mostCharacters = 28_000;

/** Ends at a line's end if one is near. `undefined` means that nothing is there. */
export function pieceAt(text: string, offset: number): Piece | undefined {
  if (offset > 0 && offset >= text.length) return undefined;
  const rest = text.slice(offset, offset + mostCharacters);
  const isLast = offset + rest.length >= text.length;
  const shown = isLast ? rest : toLineEnd(rest);
  const end = offset + shown.length;
  const all = countText(text.length, 'character');
  if (offset === 0 && isLast) return { shown, note: `${all}.` };
  const readOn = isLast ? '' : ` Read on with offset ${end}.`;
  return { shown, note: `Characters ${offset} to ${end} of ${text.length}.${readOn}` };
}

function toLineEnd(text: string): string {
  const end = text.lastIndexOf('\n');
  if (end > text.length / 2) return text.slice(0, end + 1);
  return text.replace(/[\ud800-\udbff]$/, '');
}
