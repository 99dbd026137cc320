import * as vscode from 'vscode';
import { fullName } from '../../converser/ensemble/invoker.ts';
import type { Approver } from '../../converser/permission/approver.ts';
import type { PermissionAnswer } from '../../converser/permission/permission-question.ts';
import type { PermissionQuestions } from '../questions/open-questions.ts';
import { answerCommand } from '../window/contributions.ts';
import { codeBlock, escapeMarkdown, inlineCode } from '../window/markdown.ts';

/** Asks inline in a chat answer, with one button for each choice. */
export function askInChat(questions: PermissionQuestions, stream: vscode.ChatResponseStream): Approver {
  return {
    async ask(question, signal) {
      const { id, answer } = questions.open(question, signal);
      const name = fullName(question.invoker);
      stream.markdown(
        new vscode.MarkdownString(
          `\n\n$(shield) **Allow** ${inlineCode(name)}**?** ${escapeMarkdown(question.reason)}\n\n`,
          true,
        ),
      );
      // Separate, so that the arguments appear verbatim: here `$(…)` is not an icon.
      stream.markdown(
        new vscode.MarkdownString(
          `${codeBlock(JSON.stringify(question.invocation.arguments, null, 2), 'json')}\n\n`,
        ),
      );
      for (const choice of question.choices) {
        stream.button({ command: answerCommand, title: answerTitles[choice], arguments: [id, choice] });
      }
      stream.progress(`Waiting for your permission to run ${inlineCode(name)}`);
      const given = await answer;
      if (!signal.aborted) stream.markdown(new vscode.MarkdownString(`${answered[given]}\n\n`, true));
      return given;
    },
  };
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
