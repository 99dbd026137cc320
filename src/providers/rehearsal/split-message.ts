import type { WrittenInvocation } from '../../converser/words/models/provider.ts';
import { readInvokeCommand } from './invoke-command.ts';

export interface Piece {
  readonly asks: string | WrittenInvocation;
  /** It waits for the results of the pieces before it. */
  readonly waits: boolean;
}

/** Cuts a message at ends of lines, and where a word that begins a request follows "and", "then" or punctuation. */
export function splitMessage(message: string): readonly Piece[] {
  const pieces: Piece[] = [];
  let waits = false;
  let start = 0;
  const endText = (end: number) => {
    const asks = message.slice(start, end).trim();
    if (asks !== '') pieces.push({ asks, waits });
    return asks === '';
  };
  for (let at = 0; at < message.length; ) {
    const isStart = message.charAt(at) === '/' && message.slice(start, at).trim() === '';
    const command = isStart ? readInvokeCommand(message, at) : undefined;
    const cut = command === undefined ? matchAt(joint, message, at) : undefined;
    if (command !== undefined) {
      pieces.push({ asks: command.call, waits });
      waits = false;
      at = command.end;
      start = at;
    } else if (cut !== undefined) {
      const isEmpty = endText(at);
      waits = /then/i.test(cut) || (isEmpty && waits);
      at += cut.length;
      start = at;
    } else at += matchAt(quoted, message, at)?.length ?? 1;
  }
  endText(message.length);
  return pieces;
}

const begins =
  '(?=(?:/invoke|what|who|any|are|can|could|list|ls|show|read|open|cat|print|find|search|grep|look|write|save|put|create|replace|rename|move|delete|remove|roll|throw|flip|toss|summarize|explain|hello|help|thanks)\\b)';
const and = '(?:(?:and|also|then|&)\\s{1,9})';
/** All repetitions are bounded, so that a message takes time in proportion to its length. */
const joint = new RegExp(
  `\\s{0,9}\\n\\s{0,9}${and}{0,2}|[,;.?!]{1,9}\\s{1,9}${and}{0,2}${begins}|\\s{1,9}${and}{1,2}${begins}`,
  'iy',
);
const quoted = /`[^`\n]{1,500}`|"[^"\n]{1,500}"|“[^”\n]{1,500}”/y;

function matchAt(pattern: RegExp, message: string, at: number): string | undefined {
  pattern.lastIndex = at;
  return pattern.exec(message)?.[0];
}
