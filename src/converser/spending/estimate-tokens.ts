/** Hundredths of a token that characters of a kind tend to make: each one, and besides the first of several in a row. */
interface Kind {
  readonly each: number;
  readonly first?: number;
}

const lower: Kind = { each: 9, first: 90 };
const upper: Kind = { each: 9, first: 90 };
const accented: Kind = { each: 40 };
const digit: Kind = { each: 45, first: 40 };
const punctuation: Kind = { each: 40 };
const newline: Kind = { each: 0, first: 60 };
const space: Kind = { each: 0 };
const alphabetic: Kind = { each: 33 };
const ideographic: Kind = { each: 75 };
const surrogate: Kind = { each: 100 };
const other: Kind = { each: 90 };

/**
 * About how many tokens a text has, if they cannot be counted. The figures are fitted to a large vendor's tokenizer with
 * prose in several scripts, code, JSON and base64, most of which come within 15 %. A fixed number of characters per token
 * would be far off: English has about four, Chinese hardly more than one. Not rounded, so that text may come in pieces.
 */
export function estimateText(text: string): number {
  let hundredths = 0;
  let before: Kind | undefined;
  for (let at = 0; at < text.length; at++) {
    const kind = kindOf(text.charCodeAt(at), before);
    if (kind !== before && kind.first !== undefined && !isWithinWord(kind, before)) hundredths += kind.first;
    hundredths += kind.each;
    before = kind;
  }
  return hundredths / 100;
}

function kindOf(code: number, before: Kind | undefined): Kind {
  if (code >= 97 && code <= 122) return lower;
  if (code === 10) return newline;
  // The indentation of a line is part of its beginning.
  if (code <= 32) return before === newline ? newline : space;
  if (code >= 65 && code <= 90) return upper;
  if (code >= 48 && code <= 57) return digit;
  if (code < 128) return punctuation;
  if (code < 0x250) return accented;
  if (code < 0x2000) return alphabetic;
  if (code >= 0xd800 && code < 0xe000) return surrogate;
  return code >= 0x2e80 && code < 0xfb00 ? ideographic : other;
}

/** `Word` and `größer` are one word each, `camelCase` two. */
function isWithinWord(kind: Kind, before: Kind | undefined): boolean {
  return kind === lower && (before === upper || before === accented);
}
