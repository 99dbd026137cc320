import { type Listen, listeners } from '../../converser/async/listeners.ts';
import type { PermissionAnswer, PermissionQuestion } from '../../converser/permission/permissions.ts';

/** Questions that wait for a person, whichever button or key the answer comes from. */
export interface OpenQuestions {
  readonly all: readonly OpenQuestion[];
  /** Resolves with the answer, or with `deny` as soon as the signal aborts. */
  open(
    question: PermissionQuestion,
    signal: AbortSignal,
  ): { readonly id: string; readonly answer: Promise<PermissionAnswer> };
  /** Whether the question was still open and offers this answer. */
  answer(id: string, answer: PermissionAnswer): boolean;
  readonly onDidChange: Listen<void>;
}

export interface OpenQuestion {
  readonly id: string;
  readonly question: PermissionQuestion;
}

export function createOpenQuestions(nextId: () => string): OpenQuestions {
  const open = new Map<string, OpenQuestion & { readonly settle: (answer: PermissionAnswer) => void }>();
  const changes = listeners<void>();

  function settle(id: string, answer: PermissionAnswer): void {
    const entry = open.get(id);
    if (entry === undefined) return;
    open.delete(id);
    entry.settle(answer);
    changes.fire();
  }

  return {
    get all() {
      return [...open.values()];
    },
    open(question, signal) {
      const id = nextId();
      const answer = new Promise<PermissionAnswer>(resolve => {
        if (signal.aborted) return resolve('deny');
        open.set(id, { id, question, settle: resolve });
        signal.addEventListener('abort', () => settle(id, 'deny'), { once: true });
      });
      changes.fire();
      return { id, answer };
    },
    answer(id, answer) {
      if (!open.get(id)?.question.choices.includes(answer)) return false;
      settle(id, answer);
      return true;
    },
    onDidChange: changes.listen,
  };
}
