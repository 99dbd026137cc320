import * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { fullName } from '../../converser/words/ensemble/invoker.ts';
import type { PermissionQuestion } from '../../converser/words/permission/permission-question.ts';
import { commands } from '../common/contributions.ts';
import { inform } from '../common/notices.ts';
import { notifyOnce } from './notify-once.ts';
import {
  askingIn,
  type OpenQuestion,
  type OpenQuestions,
  type PermissionQuestions,
  type ServerQuestion,
} from './open-questions.ts';

export interface NotifyOfQuestionsOptions<Question> {
  readonly questions: Pick<OpenQuestions<Question, never>, 'all' | 'onDidChange'>;
  readonly isSeen: (question: OpenQuestion<Question>) => boolean;
  readonly notify: (question: OpenQuestion<Question>) => void;
}

export function notifyOfQuestions<Question>({
  questions,
  isSeen,
  notify,
}: NotifyOfQuestionsOptions<Question>): Disposable {
  return notifyOnce({
    all: () => questions.all,
    keyOf: ({ id }) => id,
    onDidChange: questions.onDidChange,
    notify: fresh => {
      for (const question of fresh) if (!isSeen(question)) notify(question);
    },
  });
}

/** One notification leads to all questions of a conversation that wait at the same time. */
export function isToldByAnother(
  { id, question }: OpenQuestion<PermissionQuestion>,
  { all }: Pick<PermissionQuestions, 'all'>,
): boolean {
  const oldest = all.find(other => other.question.conversationId === question.conversationId);
  return oldest !== undefined && oldest.id !== id;
}

/** You answer in the sidebar, where the arguments are shown. */
export function notifyOfPermissionQuestion({ question }: OpenQuestion<PermissionQuestion>): Promise<void> {
  const { invoker, preview } = question;
  const asked = preview?.title ?? `Whether ${fullName(invoker)} may run.`;
  return leadToSidebar(`Converser needs your permission: ${asked}`, 'Show', question.conversationId);
}

export function notifyOfServerQuestion({ question }: OpenQuestion<ServerQuestion>): Promise<void> {
  const isModel = question.kind === 'form' && question.asker === 'model';
  const who = isModel ? question.server : `MCP server ${question.server}`;
  return leadToSidebar(`${who} is waiting for your answer.`, 'Answer', askingIn(question));
}

async function leadToSidebar(message: string, button: string, conversation?: string): Promise<void> {
  if ((await inform(message, button)) !== button) return;
  if (conversation === undefined) await vscode.commands.executeCommand(commands.focusSidebar);
  else await vscode.commands.executeCommand(commands.openConversation, conversation);
}
