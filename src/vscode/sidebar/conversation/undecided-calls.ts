import type { Approver } from '../../../converser/words/permission/approver.ts';
import type { PermissionQuestions } from '../../questions/open-questions.ts';

/** The calls of one conversation that wait for permission. */
export interface UndecidedCalls {
  /** Their ids, whether they wait because of their own question or of one before it. */
  readonly ids: readonly string[];
  /** Asks you. */
  readonly approver: Approver;
  /** One waits, until the function that this returns is called. */
  wait(id: string): () => void;
}

/** @param onDecided is called when a call that may have been shown as waiting no longer waits */
export function createUndecidedCalls(questions: PermissionQuestions, onDecided: () => void): UndecidedCalls {
  const waiting = new Set<string>();
  /** How many questions there have been. */
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
