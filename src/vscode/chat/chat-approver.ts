import * as vscode from 'vscode';
import { fullName } from '../../converser/ensemble/invoker.ts';
import type { Approver } from '../../converser/permission/approver.ts';
import {
  denial,
  type PermissionAnswer,
  type PermissionQuestion,
  type PermissionScope,
  type QuestionCaution,
} from '../../converser/permission/permission-question.ts';
import { sourcesText } from '../../converser/wording/source-text.ts';
import { visibleLine, visibleProse } from '../../converser/wording/visible-text.ts';
import type { Further } from '../questions/ask-further.ts';
import type { PermissionQuestions } from '../questions/open-questions.ts';
import { answerCommand } from '../window/contributions.ts';
import { codeBlock, escapeMarkdown, inlineCode } from '../window/markdown.ts';

/**
 * Asks inline in a chat answer, with a link for each choice. No buttons: VS Code can't take them away once you have
 * answered, and they would go on looking as if they could be pressed.
 */
export function askInChat(questions: PermissionQuestions, stream: vscode.ChatResponseStream): Approver {
  return {
    async ask(question, signal) {
      const { id, answer } = questions.open(question, signal);
      const title = `\n\n$(shield) ${titleOf(question)} ${escapeMarkdown(question.reason)}\n\n`;
      stream.markdown(new vscode.MarkdownString(title, true));
      // Separate, so that the text appears verbatim: here `$(…)` is not an icon.
      stream.markdown(new vscode.MarkdownString(`${whatItDoes(question)}\n\n`));
      if (question.mistake !== undefined)
        stream.markdown(`**Not changed:** ${escapeMarkdown(question.mistake)}\n\n`);
      stream.markdown(answerLinks(id, question));
      // As text without code, which the shimmer of VS Code's progress makes unreadable.
      const name = visibleLine(fullName(question.invoker));
      stream.progress(`Waiting for your permission to run ${escapeMarkdown(name)}`);
      const given = await answer;
      if (!signal.aborted) stream.markdown(new vscode.MarkdownString(`${answered(given)}\n\n`, true));
      return given;
    },
  };
}

function titleOf({ invoker, preview }: PermissionQuestion): string {
  return preview === undefined
    ? `**Allow** ${inlineCode(visibleLine(fullName(invoker)))}**?**`
    : `**${escapeMarkdown(preview.title)}**`;
}

/** The arguments say it all where there is no diff. */
function whatItDoes({ invocation, preview }: PermissionQuestion): string {
  return preview?.diff === undefined
    ? codeBlock(visibleProse(JSON.stringify(invocation.arguments, null, 2)), 'json')
    : codeBlock(preview.diff, 'diff');
}

/** The choices come from Converser alone, so that these links may run its command. */
function answerLinks(id: string, { scopes, caution }: PermissionQuestion): vscode.MarkdownString {
  const link = (text: string, answer: PermissionAnswer | Further) =>
    `[${text}](command:${answerCommand}?${encodeURIComponent(JSON.stringify([id, answer]))})`;
  const mayHold = scopes.some(scope => scope !== 'once');
  const links = [
    link('Allow Once', { kind: 'allow', scope: 'once' }),
    ...(mayHold ? [link('Allow More…', 'more')] : []),
    ...(caution === undefined || !mayHold ? [] : vouchLinks(caution, link)),
    link('Edit…', 'edit'),
    link('Deny', denial),
    link('Deny with Reason…', 'reason'),
  ];
  const line = new vscode.MarkdownString(`${links.join(' · ')}\n\n`);
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

function answered(answer: PermissionAnswer): string {
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
