import assert from 'node:assert/strict';
import { once } from 'node:events';
import { PassThrough } from 'node:stream';
import { stripVTControlCharacters } from 'node:util';
import type { PermissionQuestion } from '../../../src/converser/words/permission/permission-question.ts';
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
    assert.match(
      shown,
      /\[o\]nce, this \[c\]onversation, this \[w\]orkspace, \[e\]dit it, or \[d\]eny \(.+\)\?/,
    );
  });

  it('shows what would change instead of the arguments, without control sequences', async () => {
    const begin = '@@ line 1 @@\n-old\n+new\u001b[2J\n';
    const diff = `${begin}${'+x\n'.repeat(98)}… 1,200 more lines`;
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
    const { signal } = new AbortController();
    for (const answer of ['once', 'deny'] as const) {
      const asking = approver.ask(question, signal);
      input.write(`${answer[0]}\n`);
      assert.deepEqual(await asking, answerOf(answer));
    }
  });

  it('is asked about a tool of the folder, unless the command line names the tool with its ensemble', async () => {
    const signal = new AbortController().signal;
    const { name } = question.invoker;
    const invoker = { ...question.invoker, origin: 'workspace' } as const;
    const ofFolder: PermissionQuestion = { ...question, invoker };
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

  describe('about a call that you change', () => {
    it('takes what changes as JSON, and keeps the rest', async () => {
      const { answer, shown } = await ask('e\n{"path": "b.txt"}\n');
      assert.deepEqual(answer, { kind: 'edit', arguments: { path: 'b.txt', content: 'A' } });
      assert.match(shown, /Type the arguments that you want to change, as JSON/);
    });

    it('says what is wrong, and asks as before where you change nothing', async () => {
      const wrong = await ask('e\n{"path"\n[1]\n\no\n');
      assert.deepEqual(wrong.answer, answerOf('once'));
      assert.match(wrong.shown, /Not valid JSON: [\s\S]*Enter a JSON object/);
      assert.deepEqual((await ask('e\n')).answer, answerOf('deny'), 'the input has ended');
    });

    it('goes on from what you wrote last, with its mistake', async () => {
      const mistake = 'path must be a\u001b[2J string.';
      const about = { ...question, draft: { path: 7, content: 'B' }, mistake };
      const { answer, shown } = await ask('e\n{"path": "b"}\n', about);
      assert.deepEqual(answer, { kind: 'edit', arguments: { path: 'b', content: 'B' } });
      assert.match(shown, /! Not changed: path must be a␛\[2J string\./);
    });
  });

  describe('about several calls at the same time', () => {
    const special: PermissionQuestion = { ...question, scopes: ['once'], reason: 'It is a protected place.' };
    const changing: PermissionQuestion = {
      ...question,
      preview: { title: 'Overwrite b.txt?', diff: '@@ line 1 @@\n-a\n+b\n+c' },
    };
    const { signal } = new AbortController();
    const askAll = (typed: string) =>
      askTyped(typed, terminal =>
        Promise.all([question, special, changing].map(each => askPermission(each, terminal, signal))),
      );
    const [yes, no] = [answerOf('once'), answerOf('deny')];

    it('shows them in one list, with what is special and how much would change', async () => {
      const { answer, shown } = await askAll('a\no\n');
      assert.deepEqual(answer, [yes, yes, yes]);
      const plain = stripVTControlCharacters(shown);
      assert.match(plain, /3 calls wait for your permission\./);
      assert.match(plain, /1\. fake:write wants to run\. \{"path":"a\.txt","content":"A"\}\n/);
      assert.match(plain, /2\. .+\n {5}! It is a protected place\.\n {2}3\. Overwrite b\.txt\? \(\+2 −1\)\n/);
    });

    it('leaves open what is special when you allow all', async () => {
      const { answer, shown } = await askAll('a\n');
      assert.deepEqual(answer, [yes, no, yes]);
      assert.match(shown, /Allow \[a\]ll but those with a ! once, [\s\S]*\n {2}It is a protected place\.\n/);
      const both = await askTyped('a\n', terminal =>
        Promise.all([special, special].map(each => askPermission(each, terminal, signal))),
      );
      assert.deepEqual(both.answer, [no, no]);
      assert.doesNotMatch(both.shown, /\[a\]ll/);
    });

    it('takes a no for all, with a reason', async () => {
      const told = { kind: 'deny', reason: 'Not now.' };
      assert.deepEqual((await askAll('d Not now.\n')).answer, [told, told, told]);
      assert.deepEqual((await askAll('x\ny\n9\n')).answer, [no, no, no]);
      assert.deepEqual((await askAll('')).answer, [no, no, no]);
    });

    it('shows the one that you choose, and then the others', async () => {
      const { answer, shown } = await askAll('3\nc\n1\nd\no\n');
      assert.deepEqual(answer, [no, yes, answerOf('conversation')]);
      assert.match(shown, /\+c\n[\s\S]*2 calls wait[\s\S]*It is a protected place\.\n/);
    });

    it('asks no more about what is settled by then', async () => {
      const other = new AbortController();
      const input = new PassThrough();
      const output = new PassThrough();
      const terminal = { input, output };
      const first = askPermission(question, terminal, signal);
      const second = askPermission(changing, terminal, other.signal);
      await once(output, 'readable');
      // What a yes for the conversation does to the others.
      void first.then(() => other.abort());
      input.write('1\nc\n');
      assert.deepEqual(await Promise.all([first, second]), [answerOf('conversation'), no]);
      input.end();
    });
  });
});

function ask(typed: string, about = question) {
  return askTyped(typed, terminal => askPermission(about, terminal, new AbortController().signal));
}
