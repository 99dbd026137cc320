import * as vscode from 'vscode';
import { diffSize } from '../../converser/call/permission/cut-diff.ts';
import { countText } from '../../converser/ground/wording/numbers.ts';
import { visibleLine, visibleProse } from '../../converser/ground/wording/visible-text.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import {
  denial,
  type PermissionAnswer,
  type PermissionQuestion,
  type PermissionScope,
  type QuestionCaution,
} from '../../converser/words/permission/permission-question.ts';
import { codeBlock } from '../../converser/words/texts/markdown-code.ts';
import { sourcesText } from '../../converser/words/texts/source-text.ts';
import { answerCommand } from '../activation-ids.ts';
import { escapeMarkdown, inlineCode } from '../common/markdown.ts';
import type { Further } from '../questions/ask-further.ts';
import type { OpenQuestion } from '../questions/open-questions.ts';

export interface ShownQuestion extends OpenQuestion<PermissionQuestion> {
  readonly number?: number;
}

/** Only the first piece may have icons, and only the last has links. */
export function questionPieces({ id, question, number }: ShownQuestion): readonly vscode.MarkdownString[] {
  const mark = number === undefined ? '$(shield)' : `**${number}.**`;
  const { reason, isPlain, preview } = question;
  const size = preview?.change && preview.diff !== undefined ? ` ${diffSize(preview.diff)}` : '';
  const why = isPlain ? '' : ` ${escapeMarkdown(reason)}`;
  const title = `\n\n${mark} ${titleOf(question)}${size}${why}\n\n`;
  const wrong =
    question.mistake === undefined ? '' : `**Not changed:** ${escapeMarkdown(question.mistake)}\n\n`;
  return [
    new vscode.MarkdownString(title, true),
    // This piece is separate, so that the text appears verbatim: here `$(…)` is not an icon.
    new vscode.MarkdownString(`${whatItDoes(question)}\n\n${notesOf(question)}${wrong}`),
    answerLinks(id, question),
  ];
}

export function severalTitle(count: number): vscode.MarkdownString {
  const title = `\n\n$(shield) **${countText(count, 'call')} wait for your permission.**\n\n`;
  return new vscode.MarkdownString(title, true);
}

/** A yes leaves out what can be allowed for one call only: you must look at that by itself. */
export function linksForAll(all: readonly OpenQuestion<PermissionQuestion>[]): vscode.MarkdownString {
  const ids = all.map(({ id }) => id);
  const ordinary = all.filter(({ question: { scopes } }) => scopes.some(scope => scope !== 'once'));
  const some = ordinary.length === all.length ? `All ${all.length}` : `${ordinary.length} of ${all.length}`;
  const left = all.length - ordinary.length;
  const links = [
    ...(ordinary.length === 0
      ? []
      : [
          answerLink(
            ordinary.map(({ id }) => id),
            `Allow ${some} Once`,
            { kind: 'allow', scope: 'once' },
          ),
        ]),
    answerLink(ids, `Deny All ${all.length}`, denial),
  ];
  const rest = left === 0 ? '' : ` (${countText(left, 'call')} to be answered alone)`;
  return withLinks(`**All that wait:** ${links.join(' · ')}${rest}\n\n`);
}

function titleOf({ invoker, preview }: PermissionQuestion): string {
  return preview === undefined
    ? `**Allow** ${inlineCode(visibleLine(fullName(invoker)))}**?**`
    : `**${escapeMarkdown(preview.title)}**`;
}

function whatItDoes({ invocation, preview }: PermissionQuestion): string {
  return preview?.diff === undefined
    ? codeBlock(visibleProse(JSON.stringify(invocation.arguments, null, 2)), 'json')
    : codeBlock(preview.diff, 'diff');
}

function notesOf({ preview }: PermissionQuestion): string {
  const notes = preview?.notes?.map(({ text }) => escapeMarkdown(text)) ?? [];
  return notes.length === 0 ? '' : `${notes.join('  \n')}\n\n`;
}

/** The choices come from Converser alone, so these links may run its command. */
function answerLinks(id: string, { scopes, caution, preview }: PermissionQuestion): vscode.MarkdownString {
  const link = (text: string, answer: PermissionAnswer | Further | 'change') => answerLink(id, text, answer);
  const mayHold = scopes.some(scope => scope !== 'once');
  const links = [
    link('Allow Once', { kind: 'allow', scope: 'once' }),
    ...(mayHold ? [link('Allow More…', 'more')] : []),
    ...(caution === undefined || !mayHold ? [] : vouchLinks(caution, link)),
    ...(preview?.change === undefined ? [] : [link('Open Diff', 'change')]),
    link('Edit…', 'edit'),
    link('Deny', denial),
    link('Deny with Reason…', 'reason'),
  ];
  return withLinks(`${links.join(' · ')}\n\n`);
}

/** The ids come from Converser alone, too. */
function answerLink(
  id: string | readonly string[],
  text: string,
  answer: PermissionAnswer | Further | 'change',
): string {
  return `[${text}](command:${answerCommand}?${encodeURIComponent(JSON.stringify([id, answer]))})`;
}

function withLinks(text: string): vscode.MarkdownString {
  const line = new vscode.MarkdownString(text);
  line.isTrusted = { enabledCommands: [answerCommand] };
  return line;
}

function vouchLinks(
  { sources }: QuestionCaution,
  link: (text: string, answer: PermissionAnswer) => string,
): readonly string[] {
  const once = { kind: 'allow', scope: 'once' } as const;
  const trusted = escapeMarkdown(sourcesText(sources));
  return [
    link('Allow, Conversation Is Clean', { ...once, vouches: 'clean' }),
    ...(sources.length === 0 ? [] : [link(`Allow, Trust ${trusted}`, { ...once, vouches: 'trusted' })]),
  ];
}

export function answeredText(answer: PermissionAnswer, number?: number): vscode.MarkdownString {
  const mark = number === undefined ? '' : `**${number}.** `;
  return new vscode.MarkdownString(`${mark}${outcomeOf(answer)}\n\n`, true);
}

function outcomeOf(answer: PermissionAnswer): string {
  if (answer.kind === 'edit') return '$(edit) Changed. See below.';
  if (answer.kind === 'deny') return '$(circle-slash) Denied.';
  const { scope, pattern } = answer;
  const which = pattern === undefined ? '.' : `: ${inlineCode(visibleLine(pattern))}`;
  return `$(check) ${outcomes[scope]}${which}`;
}

const outcomes: Readonly<Record<PermissionScope, string>> = {
  once: 'Allowed once',
  turn: 'Allowed until this answer is complete',
  conversation: 'Allowed in this conversation',
  workspace: 'Allowed in this workspace',
  user: 'Allowed in every workspace',
};
