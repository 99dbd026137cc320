import type { PermissionQuestion } from '../../src/converser/words/permission/permission-question.ts';
import {
  makeTemporaryWorkspace,
  type TemporaryWorkspace,
} from '../ensembles/workspace/temporary-workspace.ts';
import { type Answer, answerOf } from '../fakes/fake-approvals.ts';

/** A workspace on the disk of this machine, which each test of a suite has anew. */
export function eachWorkspace(options: { readonly ripgrep?: boolean } = {}): TemporaryWorkspace {
  let made: TemporaryWorkspace;
  beforeEach(async () => {
    made = await makeTemporaryWorkspace(options);
  });
  afterEach(() => made.dispose());
  return {
    get workspace() {
      return made.workspace;
    },
    get root() {
      return made.root;
    },
    get beside() {
      return made.beside;
    },
    write: (file, content) => made.write(file, content),
    dispose: () => made.dispose(),
  };
}

/** Someone who answers each question like this, after `meanwhile`. */
export function answering(answer: Answer, meanwhile: () => Promise<unknown> = async () => {}) {
  const asked: PermissionQuestion[] = [];
  return {
    asked,
    async ask(question: PermissionQuestion) {
      asked.push(question);
      await meanwhile();
      return answerOf(answer);
    },
  };
}
