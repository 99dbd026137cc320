import type { ToolDefinition, WrittenInvocation } from '../../converser/words/models/provider.ts';
import { explicitName, findCall } from './find-tool.ts';
import { readInvokeCommand } from './invoke-command.ts';
import { type Answer, readPhrase } from './phrases.ts';

export interface Plan {
  /** The calls of each step run at the same time; a step waits for the results of the one before. */
  readonly steps: readonly (readonly WrittenInvocation[])[];
  readonly answers: readonly Answer[];
  readonly missing: readonly string[];
  readonly unknown: readonly string[];
}

export function planRequests(message: string, tools: readonly ToolDefinition[]): Plan {
  const steps: WrittenInvocation[][] = [];
  const answers: Answer[] = [];
  const missing: string[] = [];
  const unknown: string[] = [];
  const add = (call: WrittenInvocation, waits: boolean) => {
    const last = steps.at(-1);
    if (last === undefined || waits) steps.push([call]);
    else last.push(call);
  };
  for (const { asks, waits } of splitMessage(message)) {
    if (typeof asks !== 'string') {
      add({ ...asks, name: explicitName(asks.name, tools) }, waits);
      continue;
    }
    const said = readPhrase(asks);
    if (said === undefined) unknown.push(asks);
    else if ('answer' in said) answers.push(said.answer);
    else {
      const call = findCall(said.wants, said.arguments, tools);
      if (call === undefined) missing.push(said.wants);
      else add(call, waits);
    }
  }
  return { steps, answers, missing, unknown };
}

interface Piece {
  readonly asks: string | WrittenInvocation;
  readonly waits: boolean;
}

function splitMessage(message: string): readonly Piece[] {
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
