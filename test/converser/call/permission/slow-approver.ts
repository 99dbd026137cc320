import type { Approver } from '../../../../src/converser/words/permission/approver.ts';
import type { PermissionQuestion } from '../../../../src/converser/words/permission/permission-question.ts';
import { type Answer, answerOf } from '../../../fakes/fake-approvals.ts';

interface SlowQuestion {
  readonly question: PermissionQuestion;
  readonly name: string;
  readonly answer: (answer: Answer) => void;
  /** Whether its answer counts for nothing any more. */
  readonly isOver: () => boolean;
}

/** Hands out the questions; each is answered by hand. */
export function createSlowApprover() {
  const questions: SlowQuestion[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const approver: Approver = {
    ask: (question, signal) =>
      new Promise(resolve => {
        let isAnswered = false;
        const answer = (given: Answer) => {
          isAnswered = true;
          resolve(answerOf(given));
        };
        const { name } = question.invocation;
        questions.push({ question, name, answer, isOver: () => isAnswered || signal.aborted });
        for (const one of waiting) if (questions.length >= one.count) one.resolve();
      }),
  };
  const asked = (count: number) => new Promise<void>(resolve => waiting.push({ count, resolve }));
  return { approver, questions, asked };
}
