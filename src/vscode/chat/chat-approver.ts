import * as vscode from 'vscode';
import { fullName } from '../../converser/ensemble/invoker.ts';
import type { Approver } from '../../converser/permission/approver.ts';
import type { PermissionAnswer, PermissionQuestion } from '../../converser/permission/permission-question.ts';
import { visibleLine, visibleProse } from '../../converser/wording/visible-text.ts';
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
      stream.markdown(answerLinks(id, question.choices));
      // As text without code, which the shimmer of VS Code's progress makes unreadable.
      const name = visibleLine(fullName(question.invoker));
      stream.progress(`Waiting for your permission to run ${escapeMarkdown(name)}`);
      const given = await answer;
      if (!signal.aborted) stream.markdown(new vscode.MarkdownString(`${answered[given]}\n\n`, true));
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
function answerLinks(id: string, choices: readonly PermissionAnswer[]): vscode.MarkdownString {
  const links = choices.map(choice => {
    const place = `command:${answerCommand}?${encodeURIComponent(JSON.stringify([id, choice]))}`;
    return `[${answerTitles[choice]}](${place})`;
  });
  const line = new vscode.MarkdownString(`${links.join(' · ')}\n\n`);
  line.isTrusted = { enabledCommands: [answerCommand] };
  return line;
}

const answerTitles: Readonly<Record<PermissionAnswer, string>> = {
  once: 'Allow Once',
  conversation: 'Allow in This Conversation',
  workspace: 'Allow in This Workspace',
  deny: 'Deny',
};

const answered: Readonly<Record<PermissionAnswer, string>> = {
  once: '$(check) Allowed once.',
  conversation: '$(check) Allowed in this conversation.',
  workspace: '$(check) Allowed in this workspace.',
  deny: '$(circle-slash) Denied.',
};
