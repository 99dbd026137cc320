import { type Listen, listeners } from '../../converser/ground/async/listeners.ts';
import {
  denial,
  isOffered,
  type PermissionAnswer,
  type PermissionQuestion,
} from '../../converser/words/permission/permission-question.ts';
import type { RequestAnswer, SidebarRequest } from '../../sidebar/protocol.ts';

/** Any view may answer. */
export interface OpenQuestions<Question, Answer> {
  readonly all: readonly OpenQuestion<Question>[];
  /** Contract: never rejects. Once the signal aborts, it resolves to the answer that stands for none. */
  open(question: Question, signal: AbortSignal): { readonly id: string; readonly answer: Promise<Answer> };
  /** Returns whether the question was still open and allows this answer. */
  answer(id: string, answer: Answer): boolean;
  readonly onDidChange: Listen<void>;
}

export interface OpenQuestion<Question> {
  readonly id: string;
  readonly question: Question;
}

export type PermissionQuestions = OpenQuestions<PermissionQuestion, PermissionAnswer>;

export type ServerQuestions = OpenQuestions<ServerQuestion, RequestAnswer>;

export type ServerQuestion = SidebarRequest extends infer Each
  ? Each extends SidebarRequest
    ? Omit<Each, 'id'>
    : never
  : never;

/** Only the model asks in a conversation; MCP servers don't say in which one they need an answer. */
export function askingIn(question: ServerQuestion): string | undefined {
  return question.kind === 'form' ? question.conversation : undefined;
}

export function createPermissionQuestions(nextId: () => string): PermissionQuestions {
  return createOpenQuestions(nextId, {
    noAnswer: denial,
    allows: isOffered,
  });
}

export function createServerQuestions(nextId: () => string): ServerQuestions {
  return createOpenQuestions(nextId, { noAnswer: { action: 'cancel' }, allows: () => true });
}

interface AnswerRules<Question, Answer> {
  readonly noAnswer: Answer;
  readonly allows: (question: Question, answer: Answer) => boolean;
}

function createOpenQuestions<Question, Answer>(
  nextId: () => string,
  { noAnswer, allows }: AnswerRules<Question, Answer>,
): OpenQuestions<Question, Answer> {
  const open = new Map<string, OpenQuestion<Question> & { readonly settle: (answer: Answer) => void }>();
  const changes = listeners<void>();
  return {
    get all() {
      return [...open.values()];
    },
    open(question, signal) {
      const id = nextId();
      if (signal.aborted) return { id, answer: Promise.resolve(noAnswer) };
      const { promise, resolve } = Promise.withResolvers<Answer>();
      const settle = (answer: Answer) => {
        signal.removeEventListener('abort', cancel);
        open.delete(id);
        resolve(answer);
        changes.fire();
      };
      const cancel = () => settle(noAnswer);
      signal.addEventListener('abort', cancel, { once: true });
      open.set(id, { id, question, settle });
      changes.fire();
      return { id, answer: promise };
    },
    answer(id, answer) {
      const entry = open.get(id);
      if (entry === undefined || !allows(entry.question, answer)) return false;
      entry.settle(answer);
      return true;
    },
    onDidChange: changes.listen,
  };
}
