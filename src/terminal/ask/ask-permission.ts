import { styleText } from 'node:util';
import { fullName } from '../../converser/ensemble/invoker.ts';
import { defined } from '../../converser/json/defined.ts';
import { cutDiff } from '../../converser/permission/cut-diff.ts';
import {
  denial,
  type PermissionAnswer,
  type PermissionQuestion,
  type PermissionScope,
} from '../../converser/permission/permission-question.ts';
import { brief, continued, inOneLine, printable } from '../render/printable.ts';
import { type AskLine, askLines } from './ask-lines.ts';
import type { Terminal } from './terminal.ts';

/**
 * Asks about one call, to be answered by a letter. What follows a `d` is told to the model. Repeats the question a few
 * times; an end of input denies.
 */
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
    if (line === undefined) return denial;
    const no = /^d(?:\s+(.*))?$/is.exec(line);
    if (no !== null) return defined({ kind: 'deny', reason: no[1] });
    const scope = question.scopes.find(each => line.toLowerCase() === keys[each]);
    if (scope === 'once') return { kind: 'allow', scope };
    if (scope !== undefined) return askExtent(question, scope, ask);
    text = '';
  }
  return denial;
}

/** To which calls a yes is limited. */
async function askExtent(
  { invoker, patterns }: PermissionQuestion,
  scope: PermissionScope,
  ask: AskLine,
): Promise<PermissionAnswer> {
  if (patterns.length === 0) return { kind: 'allow', scope };
  const every = `every call of ${brief(fullName(invoker), longestName)}`;
  const listed = [...patterns.map(inOneLine), every].map((each, at) => `    ${at + 1}. ${each}\n`).join('');
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const line = await ask(`  For which calls?\n${listed}  Number? `);
    if (line === undefined) return denial;
    const number = /^\d+$/.test(line) ? Number(line) : 0;
    if (number === patterns.length + 1) return { kind: 'allow', scope };
    const pattern = patterns[number - 1];
    if (pattern !== undefined) return { kind: 'allow', scope, pattern };
  }
  return denial;
}

const mostAttempts = 3;

const keys: Readonly<Record<PermissionScope, string>> = {
  once: 'o',
  turn: 't',
  conversation: 'c',
  workspace: 'w',
  user: 'a',
};

const labels: Readonly<Record<PermissionScope, string>> = {
  once: '[o]nce',
  turn: 'this [t]urn',
  conversation: 'this [c]onversation',
  workspace: 'this [w]orkspace',
  user: '[a]lways',
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

function keysOf({ scopes }: PermissionQuestion): string {
  return `  Allow ${scopes.map(scope => labels[scope]).join(', ')}, or [d]eny (d REASON tells the model why)? `;
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
