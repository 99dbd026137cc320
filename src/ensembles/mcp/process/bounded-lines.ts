import { countText } from '../../../converser/wording/numbers.ts';

/** Characters of a line; the rest is cut. */
const longestLine = 2_000;
/** Lines passed on per second; the others are only counted. */
const mostLines = 200;

export interface BoundedLines {
  add(chunk: string): void;
  /** Passes on the last line, even without a line end. */
  end(): void;
  /** The last few lines, which often say why a process ended. */
  readonly last: readonly string[];
}

export interface BoundedLinesOptions {
  readonly onLine: (line: string) => void;
  /** Milliseconds of a clock that never goes back. */
  readonly now: () => number;
}

/** Splits a process's output into lines, and limits their length and rate so that they cannot flood a log. */
export function boundedLines({ onLine, now }: BoundedLinesOptions): BoundedLines {
  let open = '';
  let second = Number.NEGATIVE_INFINITY;
  let passed = 0;
  let skipped = 0;
  const last: string[] = [];

  function line(text: string): void {
    const shown = text.length > longestLine ? `${text.slice(0, longestLine)}…` : text;
    if (shown.trim() !== '') last.push(shown);
    if (last.length > 5) last.shift();
    if (now() - second >= 1000) {
      reportSkipped();
      second = now();
      passed = 0;
    }
    if (passed++ < mostLines) onLine(shown);
    else skipped++;
  }

  function reportSkipped(): void {
    if (skipped > 0) onLine(`[… ${countText(skipped, 'line')} skipped: too many at once]`);
    skipped = 0;
  }

  return {
    last,
    add(chunk) {
      const lines = `${open}${chunk}`.split(/\r?\n/);
      // Keep no more of an endless line than is shown.
      open = (lines.pop() ?? '').slice(0, longestLine + 1);
      for (const each of lines) line(each);
    },
    end() {
      if (open !== '') line(open);
      open = '';
      reportSkipped();
    },
  };
}
