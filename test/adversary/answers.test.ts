/** An answer belongs to one question and one call: none is forged, replayed, late, or about something else. */

import assert from 'node:assert/strict';
import { createApprovals } from '../../src/converser/call/permission/approvals.ts';
import { createPermissions } from '../../src/converser/call/permission/permissions.ts';
import type { JsonObject } from '../../src/converser/ground/json/json.ts';
import type { PermissionQuestion } from '../../src/converser/words/permission/permission-question.ts';
import { createPermissionQuestions } from '../../src/vscode/questions/open-questions.ts';
import { parseFromPage } from '../../src/vscode/sidebar/sidebar-messages.ts';
import { callOf } from '../converser/call/permission/call-of.ts';
import { eventually } from '../eventually.ts';
import { answerOf, createFakeMemory, rulesOf } from '../fakes/fake-approvals.ts';
import { createFakeInvoker } from '../fakes/fake-ensemble.ts';
import { createFakeClock } from '../fakes/fake-host.ts';
import { createMemoryWorkspace } from '../fakes/memory-workspace.ts';
import { createWorkspaceCalls } from './workspace-calls.ts';

const { signal } = new AbortController();

interface Guarded {
  readonly alwaysAsk?: (args: JsonObject) => Promise<string | undefined>;
  readonly timeLimit?: number;
}

/** The questions of the sidebar between the real permissions and a page that may send anything. */
function setUp({ alwaysAsk, timeLimit = 0 }: Guarded = {}) {
  let count = 0;
  const questions = createPermissionQuestions(() => `question-${++count}`);
  const approvals = createApprovals(createFakeMemory());
  const clock = createFakeClock();
  const permissions = createPermissions({
    approver: { ask: (question, over) => questions.open(question, over).answer },
    approvals,
    clock,
    timeLimit: () => timeLimit,
    rules: rulesOf({ 'fake:write(secrets)': 'deny' }),
    circumstances: () => ({ isTrusted: true, mode: 'changes' }),
  });
  const invoker = createFakeInvoker({
    name: 'write',
    annotations: {},
    arguments: { type: 'object', properties: { path: { type: 'string' } }, required: ['path'] },
    review: args => ({
      subject: async () => ({
        covered: pattern => (String(args.path).startsWith(pattern) ? 'all' : 'none'),
        patterns: async () => [String(args.path)],
        places: [String(args.path)],
      }),
      ...(alwaysAsk && { alwaysAsk: () => alwaysAsk(args) }),
    }),
    invocable: () => 'unused',
  });
  const decide = (path: string) => permissions.decide(callOf(invoker, { args: { path } }), signal);
  const asked = (many: number) => eventually(questions.onDidChange, () => questions.all.length === many);
  return { questions, approvals, clock, decide, asked };
}

describe('an answer', () => {
  it('counts for its question alone, once, and not after it is settled', async () => {
    const { questions, decide, asked } = setUp();
    const two = asked(2);
    const [one, other] = [decide('a'), decide('b')];
    await two;
    const [first, second] = questions.all.map(({ id }) => id);
    assert.equal(questions.answer('question-9', answerOf('once')), false, 'a made up question');
    assert.equal(questions.answer(first ?? '', answerOf('deny')), true);
    assert.equal(questions.answer(first ?? '', answerOf('conversation')), false, 'replayed');
    assert.equal((await one).allowed, false);
    assert.deepEqual(
      questions.all.map(({ id }) => id),
      [second],
    );
    assert.equal(
      questions.answer(second ?? '', { kind: 'allow', scope: 'conversation', pattern: 'a' }),
      false,
      'of another call',
    );
    assert.equal(questions.answer(second ?? '', answerOf('once')), true);
    assert.equal((await other).allowed, true);
  });

  it('to a question that was asked before an edit is not one to the call that the edit made', async () => {
    const { questions, decide, asked } = setUp();
    const [before] = [asked(1)];
    const decision = decide('a');
    await before;
    const [first] = questions.all;
    const again = eventually(
      questions.onDidChange,
      () => questions.all[0] !== undefined && questions.all[0].id !== first?.id,
    );
    questions.answer(first?.id ?? '', { kind: 'edit', arguments: { path: 'b' } });
    await again;
    assert.equal(questions.answer(first?.id ?? '', answerOf('once')), false);
    const [second] = questions.all;
    assert.deepEqual(second?.question.invocation.arguments, { path: 'b' });
    questions.answer(second?.id ?? '', answerOf('deny'));
    assert.equal((await decision).allowed, false);
  });

  it('that comes after the time is over allows nothing, now or later', async () => {
    const { questions, approvals, clock, decide, asked } = setUp({ timeLimit: 60_000 });
    const one = asked(1);
    const decision = decide('a');
    await one;
    const [open] = questions.all;
    await clock.advance(60_000);
    const denied = await decision;
    assert.match(denied.allowed ? '' : denied.reason, /did not answer within 60 s/);
    assert.equal(questions.answer(open?.id ?? '', answerOf('workspace')), false);
    assert.deepEqual([questions.all, approvals.all()], [[], []]);
  });

  it('settles only what it covers: no special call, no edited one, no other conversation', async () => {
    const special = async ({ path }: JsonObject) =>
      path === 'special' ? 'It is a protected place.' : undefined;
    const { questions, decide, asked } = setUp({ alwaysAsk: special });
    const three = asked(3);
    const decisions = [decide('a'), decide('special'), decide('b')];
    await three;
    const left = asked(1);
    questions.answer(questions.all[0]?.id ?? '', answerOf('conversation'));
    await left;
    assert.deepEqual(
      questions.all.map(({ question }) => question.invocation.arguments),
      [{ path: 'special' }],
    );
    questions.answer(questions.all[0]?.id ?? '', answerOf('deny'));
    assert.deepEqual(
      (await Promise.all(decisions)).map(({ allowed }) => allowed),
      [true, false, true],
    );
  });

  it('that no page may give is no answer', () => {
    let deep: JsonObject = {};
    for (let level = 0; level < 20_000; level++) deep = { deep };
    const forged: readonly unknown[] = [
      { kind: 'edit' },
      { kind: 'edit', arguments: null },
      { kind: 'edit', arguments: [] },
      { kind: 'edit', arguments: '{"path": "b"}' },
      { kind: 'edit', arguments: deep },
      { kind: 'allow', scope: 'for ever' },
      { kind: 'allow', arguments: { path: 'b' } },
      { kind: 'allow', scope: 'once', pattern: 7 },
      { kind: 'deny', reason: {} },
      { kind: 'late', why: 'x' },
    ];
    for (const answer of forged)
      assert.equal(parseFromPage({ type: 'answer', questionId: 'question-1', answer }), undefined);
    assert.deepEqual(
      parseFromPage({
        type: 'answer',
        questionId: 'q',
        answer: { kind: 'allow', scope: 'once', arguments: { path: 'b' } },
      }),
      {
        type: 'answer',
        questionId: 'q',
        answer: { kind: 'allow', scope: 'once' },
      },
    );
  });
});

describe('arguments that were changed', () => {
  it('reach neither what a rule denies nor a protected place without that being said', async () => {
    const workspace = createMemoryWorkspace({ files: { 'a.txt': 'a' } });
    const asked: PermissionQuestion[] = [];
    const edits: JsonObject[] = [
      { path: 'secrets/key.txt', content: 'x' },
      { path: './docs/../secrets/key.txt', content: 'x' },
      { path: '.vscode/settings.json', content: '{}' },
    ];
    const { call } = await createWorkspaceCalls(workspace, {
      rules: { 'workspace:*(secrets/**)': 'deny', 'workspace:write_file(.vscode/**)': 'allow' },
      approver: {
        async ask(question) {
          asked.push(question);
          const edit = edits.shift();
          return edit === undefined ? answerOf('conversation') : { kind: 'edit', arguments: edit };
        },
      },
    });
    const { text } = await call('write_file', { path: 'b.txt', content: 'b' });
    assert.match(asked[1]?.mistake ?? '', /denied by the rule workspace:\*\(secrets/);
    assert.match(asked[2]?.mistake ?? '', /denied by the rule workspace:\*\(secrets/);
    assert.match(asked[3]?.reason ?? '', /^You changed the arguments\. .*\.vscode/);
    assert.deepEqual(asked[3]?.scopes, ['once']);
    assert.match(text, /The user changed the arguments to/);
  });
});
