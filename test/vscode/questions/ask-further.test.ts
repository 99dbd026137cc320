import assert from 'node:assert/strict';
import type { PermissionQuestion } from '../../../src/converser/words/permission/permission-question.ts';
import type { AskUser, Entry, Pick } from '../../../src/vscode/common/ask-user.ts';
import { askFurther } from '../../../src/vscode/questions/ask-further.ts';
import { mayWrite } from '../../terminal/ask/typed-terminal.ts';

const { signal } = new AbortController();
const question: PermissionQuestion = {
  ...mayWrite,
  scopes: ['once', 'conversation', 'user'],
  patterns: ['git status', 'git *'],
};

/** Types these texts into a box, one after the other until one is taken. */
function typing(...texts: readonly string[]) {
  const shown: string[] = [];
  const problems: string[] = [];
  const ask: Asking = {
    pick: () => Promise.reject(new Error('nothing to choose')),
    async enter<T>({ value = '', take }: Entry<T>) {
      shown.push(value);
      for (const text of texts) {
        const taken = await take(text, signal);
        if ('value' in taken) return taken.value;
        problems.push(taken.problem);
      }
      return undefined;
    },
  };
  return { ask, shown, problems };
}

type Asking = { pick: AskUser['pick']; enter: AskUser['enter'] };

/** Leaves the list, and tells what was in it. */
function looking() {
  const lists: (readonly string[])[] = [];
  const ask: Asking = {
    async pick<T>({ choices }: Pick<T>): Promise<T | undefined> {
      lists.push(choices.map(({ group, label }) => `${group}: ${label}`));
      return undefined;
    },
    enter: () => Promise.reject(new Error('nothing to enter')),
  };
  return { ask, lists };
}

describe('what an answer says beyond yes and no', () => {
  it('is arguments as one JSON object, which begin as they are', async () => {
    const { ask, shown, problems } = typing('{"path"', '[1]', '{"path": "b.txt"}');
    assert.deepEqual(await askFurther('edit', question, ask), {
      kind: 'edit',
      arguments: { path: 'b.txt' },
    });
    assert.deepEqual(shown, ['{"path":"a.txt","content":"A"}']);
    assert.match(problems[0] ?? '', /^Not valid JSON: /);
    assert.equal(problems[1], 'Enter a JSON object: { … }.');
  });

  it('goes on from arguments with a mistake, and is nothing if you leave', async () => {
    const { ask, shown } = typing();
    assert.equal(await askFurther('edit', { ...question, draft: { path: 7 } }, ask), undefined);
    assert.deepEqual(shown, ['{"path":7}']);
  });

  it('is a pattern and a scope, the narrowest first, whatever patterns are about', async () => {
    const { ask, lists } = looking();
    assert.equal(await askFurther('more', question, ask), undefined);
    assert.deepEqual(lists, [
      [
        'git status: In this conversation',
        'git status: In every workspace',
        'git *: In this conversation',
        'git *: In every workspace',
        'Every call of fake:write: In this conversation',
        'Every call of fake:write: In every workspace',
      ],
    ]);
  });

  it('is about a program where a program asks', async () => {
    const { ask, lists } = looking();
    await askFurther('more', { ...question, client: 'Editor', patterns: [] }, ask);
    assert.equal(lists[0]?.[0], 'Every call of fake:write: For this program');
  });
});
