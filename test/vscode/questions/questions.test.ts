import assert from 'node:assert/strict';
import { createVouching } from '../../../src/converser/call/caution/caution.ts';
import { type Exposure, unexposed } from '../../../src/converser/words/labels/exposure.ts';
import type { PermissionQuestion } from '../../../src/converser/words/permission/permission-question.ts';
import type { AskUser, Confirmation, Entry, Pick } from '../../../src/vscode/common/ask-in-vscode.ts';
import { askFurther } from '../../../src/vscode/questions/ask-further.ts';
import { declareClean } from '../../../src/vscode/questions/declare-clean.ts';
import { createServerQuestions } from '../../../src/vscode/questions/open-questions.ts';
import { createFakeInvoker } from '../../fakes/fake-ensemble.ts';
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
    assert.deepEqual(await askFurther('edit', question, ask), { kind: 'edit', arguments: { path: 'b.txt' } });
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

const afterPage: Exposure = {
  ...unexposed,
  outside: new Map([['web:example.org', { text: 'https://example.org/ was read' }]]),
  secrets: new Map([['.env', { text: '.env was read' }]]),
};

function setUp({ exposure = afterPage, agrees = true, offered = true } = {}) {
  const questions: Confirmation[] = [];
  const said: string[] = [];
  const vouching = createVouching({ has: () => false });
  const conversation = { shown: { id: 'c', exposure }, isOffered: () => offered };
  const described = createFakeInvoker({ name: 'look', describedBy: 'server:x', invocable: () => '' });
  const declare = () =>
    declareClean({
      conversation,
      roster: { invokers: () => [described] },
      vouching,
      ask: {
        async confirm(question) {
          questions.push(question);
          conversation.shown = { id: 'another', exposure };
          return agrees;
        },
      },
      inform: message => said.push(message),
    });
  return { declare, questions, said, vouching };
}

describe('declaring a conversation clean', () => {
  it('says what it clears, asks once, and clears just that', async () => {
    const { declare, questions, vouching } = setUp();
    await declare();
    const lines = questions.flatMap(({ detail = '' }) =>
      detail.split('\n').filter(line => line.startsWith('•')),
    );
    assert.deepEqual(lines, [
      '• https://example.org/ was read',
      '• the MCP server x describes its tools to the model',
      '• .env was read (secret)',
    ]);
    assert.deepEqual([...vouching.cleared.of('c')], ['web:example.org', 'tools:server:x', 'secret:.env']);
    assert.deepEqual([...vouching.cleared.of('another')], []);
  });

  it('clears nothing without a yes', async () => {
    const { declare, questions, vouching } = setUp({ agrees: false });
    await declare();
    assert.equal(questions.length, 1);
    assert.deepEqual([...vouching.cleared.of('c')], []);
  });

  it('tells of each clearing, so that what is shown follows', async () => {
    const { declare, vouching } = setUp();
    const heard: string[] = [];
    vouching.cleared.onDidClear(id => heard.push(id));
    await declare();
    assert.deepEqual(heard, ['c']);
  });

  it('only says so where there is nothing to clear', async () => {
    const clean = setUp({ exposure: unexposed, offered: false });
    await clean.declare();
    assert.equal(clean.questions.length, 0);
    assert.match(clean.said.join(), /is clean/);
    const again = setUp();
    again.vouching.cleared.clear('c', {
      ...afterPage,
      described: new Map([['tools:server:x', { text: 'it describes' }]]),
    });
    await again.declare();
    assert.equal(again.questions.length, 0);
  });
});

describe('open questions of MCP servers', () => {
  const form = { kind: 'form', server: 'S', message: '', fields: [] } as const;

  it('are answered once, and cancelled when the call that needs them ends', async () => {
    let id = 0;
    const requests = createServerQuestions(() => `r${++id}`);
    const stop = new AbortController();
    const first = requests.open(form, stop.signal).answer;
    const second = requests.open(form, new AbortController().signal).answer;
    stop.abort();
    assert.deepEqual(await first, { action: 'cancel' });
    const ids = requests.all.map(request => request.id);
    assert.deepEqual(ids, ['r2']);
    assert.equal(requests.answer('r2', { action: 'decline' }), true);
    assert.equal(requests.answer('r2', { action: 'accept' }), false);
    assert.deepEqual(await second, { action: 'decline' });
    assert.deepEqual(await requests.open(form, stop.signal).answer, { action: 'cancel' });
    assert.deepEqual(requests.all, []);
  });
});
