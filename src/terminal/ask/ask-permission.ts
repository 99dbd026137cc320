import { styleText } from 'node:util';
import { fullName } from '../../converser/ensemble/invoker.ts';
import { cutDiff } from '../../converser/permission/cut-diff.ts';
import type { PermissionAnswer, PermissionQuestion } from '../../converser/permission/permission-question.ts';
import { brief, continued, inOneLine, printable } from '../render/printable.ts';
import { type AskLine, askLines } from './ask-lines.ts';
import type { Terminal } from './terminal.ts';

/** Asks about one call, to be answered by a letter. Repeats the question a few times; an end of input denies. */
export function askPermission(
  question: PermissionQuestion,
  terminal: Terminal,
  signal: AbortSignal,
): Promise<PermissionAnswer> {
  return askLines(terminal, signal, ask => askForLetter(question, ask));
}

async function askForLetter(question: PermissionQuestion, ask: AskLine): Promise<PermissionAnswer> {
  let text = wording(question);
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const line = await ask(`${text}${keysOf(question)}`);
    const answer = question.choices.find(choice => line?.toLowerCase() === keys[choice]);
    if (answer !== undefined || line === undefined) return answer ?? 'deny';
    text = '';
  }
  return 'deny';
}

const mostAttempts = 3;

const keys: Readonly<Record<PermissionAnswer, string>> = {
  once: 'o',
  conversation: 'c',
  workspace: 'w',
  deny: 'd',
};

const labels: Readonly<Record<PermissionAnswer, string>> = {
  once: '[o]nce',
  conversation: 'this [c]onversation',
  workspace: 'this [w]orkspace',
  deny: '[d]eny',
};

/** MCP servers choose the names of their tools. */
const longestName = 200;

function wording({ invoker, invocation, reason, preview }: PermissionQuestion): string {
  const title =
    preview === undefined
      ? `${bold(brief(fullName(invoker), longestName))} wants to run.`
      : bold(inOneLine(preview.title));
  const done = preview?.diff === undefined ? argumentLines(invocation.arguments) : diffLines(preview.diff);
  return `\n? ${title}\n  ${continued(reason)}\n${done}\n`;
}

function bold(text: string): string {
  return styleText('bold', text, { stream: process.stderr });
}

function keysOf({ choices }: PermissionQuestion): string {
  return `  Allow ${choices.map(choice => labels[choice]).join(', ')}? `;
}

const mostDiffLines = 80;

/** What would change. It begins with what tells most: where and what. */
function diffLines(diff: string): string {
  const lines = printable(cutDiff(diff, mostDiffLines)).split('\n');
  return lines.map(line => `  ${coloured(line)}`).join('\n');
}

function coloured(line: string): string {
  const colour = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim';
  return line.startsWith(' ') ? line : styleText(colour, line, { stream: process.stderr });
}

const mostLines = 40;

/** The arguments. The middle of very long ones is replaced by its length. */
function argumentLines(args: unknown): string {
  const lines = printable(JSON.stringify(args, undefined, 2))
    .split('\n')
    .map(cutLine);
  const half = mostLines / 2;
  const shown =
    lines.length <= mostLines
      ? lines
      : [...lines.slice(0, half), `… ${lines.length - mostLines} lines …`, ...lines.slice(-half)];
  return shown.map(line => `  ${line}`).join('\n');
}

const longestLine = 1000;

function cutLine(line: string): string {
  if (line.length <= longestLine) return line;
  const half = longestLine / 2;
  return `${line.slice(0, half)} … ${line.length - longestLine} characters … ${line.slice(-half)}`;
}
