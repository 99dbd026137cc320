import { parseJson } from '../../../converser/ground/json/json.ts';
import { replyLimits } from '../../../converser/words/models/reply-limits.ts';

interface LineParserOptions {
  readonly onLine: (line: string) => void;
  readonly onExcess: () => void;
}

/** Cuts a stream of JSON objects, one a line, into these: https://github.com/ndjson/ndjson-spec */
export function createLineParser({ onLine, onExcess }: LineParserOptions) {
  /** The pieces of a line are joined once, at its end. */
  let begun: string[] = [];
  let size = 0;

  function take(line: string): void {
    if (line.trim() !== '') onLine(line);
  }
  return {
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

  /** A last line without its end counts if it is whole: otherwise the stream broke off. */
  function takeLast(line: string): void {
    if (line.trimEnd().endsWith('}') && parseJson(line) !== undefined) onLine(line);
  }
}
