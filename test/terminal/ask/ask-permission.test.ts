import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { PermissionQuestion } from '../../../src/converser/permission/permission-question.ts';
import { askPermission } from '../../../src/terminal/ask/ask-permission.ts';
import { createTerminalApprover } from '../../../src/terminal/ask/terminal-approver.ts';
import { type Answer, answerOf } from '../../fakes/fake-approvals.ts';
import { askTyped, mayWrite as question } from './typed-terminal.ts';

describe('A question on the terminal', () => {
  const answers: readonly (readonly [string, Answer])[] = [
    ['o\n', 'once'],
    [' C \n', 'conversation'],
    ['w\n', 'workspace'],
    ['d\n', 'deny'],
    ['D Use b.txt instead.\n', { kind: 'deny', reason: 'Use b.txt instead.' }],
    ['draw\nd  \n', 'deny'],
    ['yes\no\n', 'once'],
    ['\n\n\no\n', 'deny'],
    ['', 'deny'],
  ];
  for (const [typed, answer] of answers) {
    it(`takes ${JSON.stringify(typed)} for ${JSON.stringify(answer)}`, async () => {
      assert.deepEqual((await ask(typed)).answer, answerOf(answer));
    });
  }

  it('shows the tool, all arguments and the reason, without control sequences', async () => {
    const { shown } = await ask('d\n', { ...question, reason: 'It \u001b[2J may change something.' });
    assert.match(shown, /fake:write.* wants to run/);
    const invoker = { ...question.invoker, name: 'write\u001b[2K\n? shown wants to run' };
    const odd = await ask('d\n', { ...question, invoker });
    assert.match(odd.shown, /fake:write␛\[2K \(\+1 lines\).* wants to run/);
    assert.match(shown, /It ␛\[2J may change something\./);
    assert.match(shown, /"path": "a\.txt"/);
    assert.match(shown, /\[o\]nce, this \[c\]onversation, this \[w\]orkspace, or \[d\]eny \(.+\)\?/);
  });

  it('shows what would change instead of the arguments, without control sequences', async () => {
    const diff = [
      '@@ line 1 @@',
      '-old',
      '+new\u001b[2J',
      ...Array(98).fill('+x'),
      '… 1,200 more lines',
    ].join('\n');
    const preview = { title: 'Overwrite a.txt?\n? Allowed.', diff };
    const { shown } = await ask('o\n', { ...question, preview });
    const plain = stripVTControlCharacters(shown);
    assert.match(plain, /^\n\? Overwrite a\.txt\?␊\? Allowed\.\n {2}fake:write may change something\.\n/);
    assert.match(plain, /\n {2}@@ line 1 @@\n {2}-old\n {2}\+new␛\[2J\n/);
    assert.match(plain, /\n {2}\+x\n {2}… 1,221 more lines\n {2}Allow \[o\]nce/);
    assert.doesNotMatch(plain, /"path"/);
    const moved = await ask('o\n', { ...question, preview: { title: 'Move a.txt → b.txt?' } });
    assert.match(moved.shown, /Move a\.txt → b\.txt\?[\s\S]*"path": "a\.txt"/);
  });

  it('neither offers nor accepts what may not be chosen', async () => {
    const narrow: PermissionQuestion = { ...question, scopes: ['once'] };
    const { answer, shown } = await ask('w\no\n', narrow);
    assert.deepEqual(answer, answerOf('once'));
    assert.doesNotMatch(shown, /\[w\]orkspace/);
  });

  it('asks to which calls a longer yes is limited', async () => {
    const about: PermissionQuestion = { ...question, patterns: ['src/a.ts', 'src/**'] };
    const answers: readonly (readonly [string, Answer])[] = [
      ['c\n1\n', { kind: 'allow', scope: 'conversation', pattern: 'src/a.ts' }],
      ['w\n2\n', { kind: 'allow', scope: 'workspace', pattern: 'src/**' }],
      ['c\n\n0\n3\n', 'conversation'],
      ['o\n', 'once'],
      ['c\n9\n\nx\n', 'deny'],
      ['c\n', 'deny'],
    ];
    for (const [typed, answer] of answers)
      assert.deepEqual((await ask(typed, about)).answer, answerOf(answer), typed);
    const { shown } = await ask('c\n1\n', about);
    assert.match(shown, /1\. src\/a\.ts\n +2\. src\/\*\*\n +3\. every call of fake:write\n/);
  });

  it('is denied as soon as the signal aborts', async () => {
    const stop = new AbortController();
    const terminal = { input: new PassThrough(), output: new PassThrough() };
    const asking = askPermission(question, terminal, stop.signal);
    await once(terminal.output, 'readable');
    stop.abort();
    assert.deepEqual(await asking, answerOf('deny'));
  });

  it('asks again on the same terminal', async () => {
    const input = new PassThrough();
    const approver = createTerminalApprover([], () => ({ input, output: new PassThrough() }));
    const signal = new AbortController().signal;
    for (const [typed, answer] of [
      ['o\n', 'once'],
      ['d\n', 'deny'],
    ] as const) {
      const asking = approver.ask(question, signal);
      input.write(typed);
      assert.deepEqual(await asking, answerOf(answer));
    }
  });

  it('is asked about a tool of the folder, unless the command line names the tool with its ensemble', async () => {
    const signal = new AbortController().signal;
    const { name } = question.invoker;
    const ofFolder: PermissionQuestion = {
      ...question,
      invoker: { ...question.invoker, origin: 'workspace' },
    };
    const answers = async (allowed: string) =>
      createTerminalApprover([allowed], () => undefined).ask(ofFolder, signal);
    assert.deepEqual(await answers(name), answerOf('deny'));
    assert.deepEqual(await answers(`fake:${name}`), answerOf('once'));
    assert.deepEqual(await answers('fake:*'), answerOf('once'));
  });

  it('is not asked if the command line allows the tool, except for protected places', async () => {
    const approver = createTerminalApprover(['fake:*'], () => undefined);
    const signal = new AbortController().signal;
    assert.deepEqual(await approver.ask(question, signal), answerOf('once'));
    assert.deepEqual(await approver.ask({ ...question, scopes: ['once'] }, signal), answerOf('deny'));
  });
});

function ask(typed: string, about = question) {
  return askTyped(typed, terminal => askPermission(about, terminal, new AbortController().signal));
}
