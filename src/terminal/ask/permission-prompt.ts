import { styleText } from 'node:util';
import { cutDiff } from '../../converser/call/permission/cut-diff.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { readObject } from '../../converser/ground/json/read-object.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import {
  denial,
  type PermissionAnswer,
  type PermissionQuestion,
  type PermissionScope,
} from '../../converser/words/permission/permission-question.ts';
import { brief, continued, inOneLine, printable } from '../render/printable.ts';
import type { AskLine } from './ask-lines.ts';

/** What follows a `d` is told to the model. Repeats the question a few times; an end of input denies. */
export async function askAboutOne(question: PermissionQuestion, ask: AskLine): Promise<PermissionAnswer> {
  let text = wording(question);
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const line = await ask(`${text}${keysOf(question)}`);
    if (line === undefined) return denial;
    const no = readDenial(line);
    if (no !== undefined) return no;
    if (line.toLowerCase() === 'e') {
      const edit = await askForArguments(question, ask);
      if (edit !== undefined) return edit;
    }
    const scope = question.scopes.find(each => line.toLowerCase() === keys[each]);
    if (scope === 'once') return { kind: 'allow', scope };
    if (scope !== undefined) return askExtent(question, scope, ask);
    text = '';
  }
  return denial;
}

export function readDenial(line: string): PermissionAnswer | undefined {
  const no = /^d(?:\s+(.*))?$/is.exec(line);
  return no === null ? undefined : defined({ kind: 'deny', reason: no[1] });
}

/** You don't type long arguments again: what you leave out stays. Resolves to `undefined` if nothing changes. */
async function askForArguments(
  { invocation, draft = invocation.arguments }: PermissionQuestion,
  ask: AskLine,
): Promise<PermissionAnswer | undefined> {
  let text = `  Type the arguments that you want to change, as JSON: {"path": "…"}. The others stay as they are.\n`;
  for (let attempt = 0; attempt < mostAttempts; attempt++) {
    const line = await ask(`${text}  Arguments (Enter: no change)? `);
    if (line === undefined || line === '') return undefined;
    const read = readObject(line);
    if ('value' in read) return { kind: 'edit', arguments: { ...draft, ...read.value } };
    text = `  ${inOneLine(read.mistake)}\n`;
  }
  return undefined;
}

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

export const mostAttempts = 3;

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

function wording(question: PermissionQuestion): string {
  const { invocation, reason, isPlain, preview, mistake } = question;
  const done = preview?.diff === undefined ? argumentLines(invocation.arguments) : diffLines(preview.diff);
  const wrong = mistake === undefined ? '' : `\n  ! Not changed: ${continued(mistake)}`;
  const why = isPlain ? '' : `\n  ${continued(reason)}`;
  const notes = preview?.notes?.map(({ text }) => `\n  ${inOneLine(text)}`).join('') ?? '';
  return `\n? ${bold(titleOf(question))}${why}\n${done}${notes}${wrong}\n`;
}

export function titleOf({ invoker, preview }: PermissionQuestion): string {
  return preview === undefined
    ? `${brief(fullName(invoker), longestName)} wants to run.`
    : inOneLine(preview.title);
}

function bold(text: string): string {
  return styleText('bold', text, { stream: process.stderr });
}

function keysOf({ scopes }: PermissionQuestion): string {
  return `  Allow ${scopes.map(scope => labels[scope]).join(', ')}, [e]dit it, or [d]eny (d REASON tells the model why)? `;
}

const mostDiffLines = 80;

function diffLines(diff: string): string {
  const lines = printable(cutDiff(diff, mostDiffLines)).split('\n');
  return lines.map(line => `  ${coloured(line)}`).join('\n');
}

function coloured(line: string): string {
  const colour = line.startsWith('+') ? 'green' : line.startsWith('-') ? 'red' : 'dim';
  return line.startsWith(' ') ? line : styleText(colour, line, { stream: process.stderr });
}

const mostLines = 40;

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
