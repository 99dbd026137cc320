import type { Approver } from '../../../converser/words/permission/approver.ts';
import type { PermissionQuestions } from '../../questions/open-questions.ts';

export interface UndecidedCalls {
  /** A call may wait because of a question before its own. */
  readonly ids: readonly string[];
  readonly approver: Approver;
  /** The call waits until the returned function is called. */
  wait(id: string): () => void;
}

/** @param onDecided is called when a call that may have been shown as waiting no longer waits */
export function createUndecidedCalls(questions: PermissionQuestions, onDecided: () => void): UndecidedCalls {
  const waiting = new Set<string>();
  let asked = 0;
  return {
    get ids() {
      return [...waiting];
    },
    approver: {
      ask(question, signal) {
        asked++;
        return questions.open(question, signal).answer;
      },
    },
    wait(id) {
      const before = asked;
      waiting.add(id);
      return () => {
        waiting.delete(id);
        // Most calls are decided without a question, and were never shown as waiting.
        if (asked !== before) onDecided();
      };
    },
  };
}
