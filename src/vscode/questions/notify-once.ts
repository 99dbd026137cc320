import * as vscode from 'vscode';
import type { Disposable } from '../../converser/async/listeners.ts';
import { fullName } from '../../converser/ensemble/invoker.ts';
import { commands } from '../window/contributions.ts';
import { inform } from '../window/notices.ts';
import type { OpenQuestion, OpenQuestions } from './open-questions.ts';

export interface LeadToQuestionsOptions {
  readonly questions: OpenQuestions;
  /** Whether the person sees a question already. */
  readonly isSeen: (question: OpenQuestion) => boolean;
  /** Tells of a question that nobody sees. */
  readonly tell: (question: OpenQuestion) => void;
}

/** Tells once of each question that is asked where nobody looks. */
export function leadToQuestions({ questions, isSeen, tell }: LeadToQuestionsOptions): Disposable {
  let known: ReadonlySet<string> = new Set();
  return questions.onDidChange(() => {
    const open = questions.all;
    const fresh = open.filter(({ id }) => !known.has(id));
    known = new Set(open.map(({ id }) => id));
    for (const question of fresh) if (!isSeen(question)) tell(question);
  });
}

/** A notification that leads to the question; the answer is given where the arguments are shown. */
export async function notifyOfQuestion({ question }: OpenQuestion): Promise<void> {
  const show = 'Show';
  const message = `Converser asks whether ${fullName(question.invoker)} may run.`;
  const choice = await inform(message, show);
  if (choice === show) await vscode.commands.executeCommand(commands.focusSidebar);
}
