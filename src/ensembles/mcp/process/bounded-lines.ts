/** Characters that a line keeps. */
const longestLine = 2_000;
/** Lines that are told within a second; what comes faster is counted. */
const mostLines = 200;

export interface BoundedLines {
  add(chunk: string): void;
  /** Tells what has no line end yet. */
  end(): void;
  /** The last few lines, for telling why something ended. */
  readonly last: readonly string[];
}

export interface BoundedLinesOptions {
  readonly tell: (line: string) => void;
  /** Milliseconds that only ever grow. */
  readonly now: () => number;
}

/** Cuts what a process writes into lines, of which neither the length nor the number can flood whoever reads them. */
export function boundedLines({ tell, now }: BoundedLinesOptions): BoundedLines {
  let open = '';
  let second = Number.NEGATIVE_INFINITY;
  let told = 0;
  let left = 0;
  const last: string[] = [];

  function line(text: string): void {
    const shown = text.length > longestLine ? `${text.slice(0, longestLine)}…` : text;
    if (shown.trim() !== '') last.push(shown);
    if (last.length > 5) last.shift();
    if (now() - second >= 1000) {
      tellLeft();
      second = now();
      told = 0;
    }
    if (told++ < mostLines) tell(shown);
    else left++;
  }

  function tellLeft(): void {
    if (left > 0) tell(`[… ${left} further lines came too fast to be shown]`);
    left = 0;
  }

  return {
    last,
    add(chunk) {
      const lines = `${open}${chunk}`.split(/\r?\n/);
      // Of a line that never ends only so much is kept as is shown of it.
      open = (lines.pop() ?? '').slice(0, longestLine + 1);
      for (const each of lines) line(each);
    },
    end() {
      if (open !== '') line(open);
      open = '';
      tellLeft();
    },
  };
}
