import { parseJson } from '../../../converser/ground/json/json.ts';
import { replyLimits } from '../../../converser/words/models/reply-limits.ts';

interface LineParserOptions {
  readonly onLine: (line: string) => void;
  /** A line is longer than an event may be. */
  readonly onExcess: () => void;
}

/** Cuts a stream of JSON objects, one a line, into these: https://github.com/ndjson/ndjson-spec */
export function createLineParser({ onLine, onExcess }: LineParserOptions) {
  /** Pieces of the line that is not over yet: joined once, at its end. */
  let begun: string[] = [];
  let size = 0;

  function take(line: string): void {
    if (line.trim() !== '') onLine(line);
  }
  return {
    /** The last piece may be followed by nothing more. */
    feed(text: string, isLastPiece: boolean): void {
      const lines = text.split('\n');
      const rest = lines.pop() ?? '';
      for (const line of lines) {
        take(begun.length === 0 ? line : begun.join('') + line);
        begun = [];
        size = 0;
      }
      if (rest !== '') begun.push(rest);
      size += rest.length;
      if (size > replyLimits.event) onExcess();
      if (isLastPiece) takeLast(begun.join(''));
    },
  };

  /** It counts without its end, if it is whole: otherwise the stream broke off. */
  function takeLast(line: string): void {
    if (line.trimEnd().endsWith('}') && parseJson(line) !== undefined) onLine(line);
  }
}
