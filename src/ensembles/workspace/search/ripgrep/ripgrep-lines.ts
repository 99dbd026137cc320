export interface RipgrepMatch {
  /** Relative to the folder. */
  readonly path: string;
  readonly line: number;
  readonly text: string;
  readonly isCut: boolean;
}

/** Reads path, NUL, number, colon, text. A path with line ends in its name comes in several pieces. */
export async function* readRipgrepLines(
  printed: AsyncIterable<Buffer>,
  longestLine: number,
): AsyncGenerator<RipgrepMatch, void> {
  let begun: Buffer = Buffer.alloc(0);
  for await (const piece of printed) {
    const whole = begun.length === 0 ? piece : Buffer.concat([begun, newline, piece]);
    const nul = whole.indexOf(0);
    begun = nul === -1 && whole.length < longestPath && !isRemark(whole) ? whole : Buffer.alloc(0);
    if (nul === -1) continue;
    const match = readLine(whole, nul, longestLine);
    if (match !== undefined) yield match;
  }
}

const newline = Buffer.from('\n');

/** In bytes; no system has longer ones. */
const longestPath = 70_000;

function isRemark(printed: Buffer): boolean {
  return /: (WARNING: stopped searching binary file|binary file matches)/.test(lineText(printed));
}

function readLine(whole: Buffer, nul: number, longestLine: number): RipgrepMatch | undefined {
  const colon = whole.indexOf(':', nul);
  const line = Number(whole.toString('latin1', nul + 1, colon));
  if (colon === -1 || !Number.isSafeInteger(line) || line < 1) return undefined;
  const text = lineText(whole.subarray(colon + 1));
  // What it adds is short, so that a line with it is never as short as one that is whole.
  const isCut = whole.length - colon - 1 > longestLine;
  return {
    path: lineText(whole.subarray(0, nul)),
    line,
    text: isCut ? text.replace(addition, '') : text.replace(/\r$/, ''),
    isCut,
  };
}

const addition = / \[\.\.\. (?:omitted end of long line|\d+ more match(?:es)?)\]\r?$/;

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true });

export function lineText(bytes: Buffer): string {
  try {
    return utf8.decode(bytes);
  } catch {
    return new TextDecoder('windows-1252').decode(bytes);
  }
}
