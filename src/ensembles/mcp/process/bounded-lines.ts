import { countText } from '../../../converser/ground/wording/numbers.ts';
import { limitedRate } from '../limited-rate.ts';
import { messageLimits } from '../message-limits.ts';
import { tellingLines } from './telling-lines.ts';

/** In characters; the rest is cut. */
const longestLine = 2_000;

export interface BoundedLines {
  add(chunk: string): void;
  end(): void;
  telling(): readonly string[];
}

export interface BoundedLinesOptions {
  readonly onLine: (line: string) => void;
  readonly now: () => number;
}

export function boundedLines({ onLine, now }: BoundedLinesOptions): BoundedLines {
  let open = '';
  const telling = tellingLines();
  const rate = limitedRate({
    most: messageLimits.logLines,
    now,
    onSkipped: count => onLine(`[… ${countText(count, 'line')} skipped: too many at once]`),
  });

  function line(text: string): void {
    const shown = text.length > longestLine ? `${text.slice(0, longestLine)}…` : text;
    telling.add(shown);
    if (rate.allows()) onLine(shown);
  }

  return {
    telling: telling.list,
    add(chunk) {
      const lines = `${open}${chunk}`.split(/\r?\n/);
      // Keep no more of an endless line than is shown.
      open = (lines.pop() ?? '').slice(0, longestLine + 1);
      for (const each of lines) line(each);
    },
    end() {
      if (open !== '') line(open);
      open = '';
      rate.end();
    },
  };
}
