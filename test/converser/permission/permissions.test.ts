import assert from 'node:assert/strict';
import { ordinaryMarks } from '../../../src/converser/canister/canister.ts';
import type { Invoker } from '../../../src/converser/ensemble/invoker.ts';
import type { Approver } from '../../../src/converser/permission/approver.ts';
import type { PermissionAnswer } from '../../../src/converser/permission/permission-question.ts';
import { createPermissions, type PermissionsOptions } from '../../../src/converser/permission/permissions.ts';
import { createFakeInvoker } from '../../fakes/fake-ensemble.ts';
import { createFakeApprover, createFakeClock } from '../../fakes/fake-host.ts';

const signal = new AbortController().signal;

function invoker(given: Partial<Invoker> = {}): Invoker {
  return createFakeInvoker({
    name: 'write',
    annotations: { readOnly: false },
    invocable: () => 'unused',
    ...given,
  });
}

function callOf(one: Invoker, conversationId = 'c') {
  return {
    conversationId,
    invoker: one,
    invocation: {
      id: 'call-1',
      role: 'invocation' as const,
      timestamp: '2026-01-01T00:00:00.000Z',
      content: [],
      marks: ordinaryMarks,
      ensemble: one.ensemble,
      name: one.name,
      arguments: {},
    },
  };
}

function setUp(answers: readonly PermissionAnswer[], options: Partial<PermissionsOptions> = {}) {
  const approver = createFakeApprover(answers);
  const approvals = new Set<string>();
  const permissions = createPermissions({
    approver,
    clock: createFakeClock(),
    ruleFor: () => undefined,
    isTrusted: () => true,
    remembered: { has: key => approvals.has(key), add: async key => void approvals.add(key) },
    ...options,
  });
  const allows = async (one: Invoker, conversationId = 'c') =>
    (await permissions.decide(callOf(one, conversationId), signal)).allowed;
  return { approver, approvals, permissions, allows };
}

/** Hands out the questions; each is answered by hand. */
function createSlowApprover() {
  const questions: { readonly answer: (answer: PermissionAnswer) => void; readonly name: string }[] = [];
  const waiting: { readonly count: number; readonly resolve: () => void }[] = [];
  const approver: Approver = {
    ask: ({ invocation }) =>
      new Promise(resolve => {
        questions.push({ answer: resolve, name: invocation.name });
        for (const one of waiting) if (questions.length >= one.count) one.resolve();
      }),
  };
  const asked = (count: number) => new Promise<void>(resolve => waiting.push({ count, resolve }));
  return { approver, questions, asked };
}

describe('permissions', () => {
  it('let shipped tools that merely read run, and ask about all others', async () => {
    const { allows, approver } = setUp(['deny', 'deny', 'deny']);
    assert.equal(await allows(invoker({ annotations: { readOnly: true } })), true);
    assert.equal(approver.asked.length, 0);
    assert.equal(await allows(invoker()), false);
    assert.equal(await allows(invoker({ annotations: {} })), false);
    assert.equal(await allows(invoker({ annotations: { readOnly: true }, origin: 'workspace' })), false);
    assert.equal(approver.asked.length, 3);
  });

  it('ask whatever a tool claims of itself, and ask more where it claims to be dangerous', async () => {
    const { allows, approver } = setUp([]);
    const harmless = { readOnly: true, destructive: false, idempotent: true, openWorld: false };
    assert.equal(await allows(invoker({ annotations: {}, claims: harmless })), false);
    assert.equal(approver.asked.length, 1);
    const annotations = { readOnly: true };
    assert.equal(await allows(invoker({ annotations, claims: harmless })), true);
    assert.equal(await allows(invoker({ annotations, claims: { readOnly: true, destructive: true } })), true);
    for (const claims of [{ readOnly: false }, { destructive: true }]) {
      assert.equal(await allows(invoker({ annotations, claims })), false);
      assert.match(approver.asked.at(-1)?.reason ?? '', /itself claims to change something/);
    }
    assert.equal(
      await allows(invoker({ annotations, claims: { readOnly: false }, permission: 'allow' })),
      true,
    );
  });

  it("heed the user's settings", async () => {
    const ruled = (rule: 'allow' | 'ask' | 'deny') => setUp([], { ruleFor: () => rule });
    assert.equal(await ruled('allow').allows(invoker()), true);
    const asking = ruled('ask');
    assert.equal(await asking.allows(invoker({ annotations: { readOnly: true } })), false);
    assert.equal(asking.approver.asked.length, 1);
    const denying = ruled('deny');
    assert.equal(await denying.allows(invoker({ annotations: { readOnly: true } })), false);
    assert.equal(denying.approver.asked.length, 0);
  });

  it('never let what came with the folder allow itself', async () => {
    const { allows, approver } = setUp([], { ruleFor: () => 'allow' });
    assert.equal(await allows(invoker({ origin: 'workspace', permission: 'allow' })), false);
    assert.equal(approver.asked.length, 1);
  });

  it('let a descriptor raise what is demanded', async () => {
    const { allows, approver } = setUp(['once'], { ruleFor: () => 'allow' });
    assert.equal(await allows(invoker({ permission: 'deny' })), false);
    assert.equal(approver.asked.length, 0);
  });

  it('let only shipped read-only tools run in a workspace that is not trusted, without asking', async () => {
    const { allows, approver } = setUp(['once'], { isTrusted: () => false, ruleFor: () => 'allow' });
    const reading = { readOnly: true };
    assert.equal(await allows(invoker({ annotations: reading })), true);
    assert.equal(await allows(invoker()), false);
    assert.equal(await allows(invoker({ annotations: reading, origin: 'user' })), false);
    assert.equal(await allows(invoker({ annotations: reading, origin: 'workspace' })), false);
    assert.equal(approver.asked.length, 0);
  });

  it('keep a yes as long as it was given for', async () => {
    const { allows, approver } = setUp(['once', 'conversation', 'workspace']);
    for (const conversation of ['c', 'c', 'c', 'd', 'd', 'e'])
      assert.ok(await allows(invoker(), conversation));
    assert.equal(approver.asked.length, 3);
  });

  it('never let one approval cover another tool or a changed one', async () => {
    const changes: readonly Partial<Invoker>[] = [
      { name: 'other' },
      { ensemble: 'other' },
      { origin: 'user' },
      { implementation: 'shipped:other' },
      { description: 'Does more.' },
      { annotations: { readOnly: false, destructive: true } },
      { arguments: { type: 'object', properties: { more: {} } } },
      { auxdata: { command: 'other' } },
      { output: { model: 'other' } },
    ];
    for (const answer of ['conversation', 'workspace'] as const) {
      const { allows, approver } = setUp([answer]);
      assert.equal(await allows(invoker()), true);
      for (const change of changes)
        assert.equal(await allows(invoker(change)), false, JSON.stringify(change));
      assert.equal(await allows(invoker()), true);
      assert.equal(approver.asked.length, 1 + changes.length);
    }
  });

  it('ask about an exceptional call whatever was allowed, and for this call only', async () => {
    const exceptional = invoker({ alwaysAsk: async () => 'It writes settings.' });
    const { allows, approver, approvals } = setUp(['workspace', 'deny'], { ruleFor: () => 'allow' });
    assert.equal(await allows(exceptional), true);
    assert.equal(await allows(exceptional), false);
    assert.deepEqual(approver.asked[0]?.choices, ['once', 'deny']);
    assert.equal(approver.asked[0]?.reason, 'It writes settings.');
    assert.equal(approvals.size, 0);
  });

  it('ask about every call that was only shown, whatever was allowed, and remember nothing of it', async () => {
    const { permissions, allows, approver } = setUp(['conversation', 'workspace', 'deny', 'once'], {
      ruleFor: () => 'allow',
    });
    const reading = invoker({ annotations: { readOnly: true } });
    const shown = async (one: Invoker) =>
      (await permissions.decide({ ...callOf(one), proposed: true }, signal)).allowed;
    assert.equal(await allows(reading), true);
    assert.deepEqual([await shown(reading), await shown(reading), await shown(reading)], [true, true, false]);
    assert.deepEqual(approver.asked[0]?.choices, ['once', 'deny']);
    assert.match(approver.asked[0]?.reason ?? '', /may not have meant to make it\.$/);
    const guarded = invoker({ alwaysAsk: async () => 'It is a protected place.' });
    assert.equal(await shown(guarded), true);
    assert.match(
      approver.asked[3]?.reason ?? '',
      /may not have meant to make it\. It is a protected place\.$/,
    );
  });

  it('refuse without a question what was only shown and is denied or not trusted', async () => {
    for (const options of [{ ruleFor: () => 'deny' as const }, { isTrusted: () => false }]) {
      const { permissions, approver } = setUp(['once'], options);
      const decision = await permissions.decide({ ...callOf(invoker()), proposed: true }, signal);
      assert.equal(decision.allowed, false);
      assert.deepEqual(approver.asked, []);
    }
  });

  it('ask when it is unknown whether a call is exceptional', async () => {
    const { allows, approver } = setUp(['deny'], { ruleFor: () => 'allow' });
    const broken = invoker({ alwaysAsk: () => Promise.reject(new Error('no idea')) });
    assert.equal(await allows(broken), false);
    assert.match(approver.asked[0]?.reason ?? '', /no idea/);
  });

  it('ask one question of a conversation after another, so that one answer may settle the next', async () => {
    const { approver, questions, asked } = createSlowApprover();
    const { allows } = setUp([], { approver });
    const one = asked(2);
    const both = Promise.all([allows(invoker()), allows(invoker()), allows(invoker(), 'other')]);
    await one;
    for (const question of questions) question.answer('conversation');
    assert.deepEqual(await both, [true, true, true]);
    assert.equal(questions.length, 2, 'one for each conversation');
  });

  it('ask in the order of the calls', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { allows, approver } = setUp(names.map(() => 'once'));
    await Promise.all(names.map(name => allows(invoker({ name, description: name.repeat(9_999) }))));
    assert.deepEqual(
      approver.asked.map(({ invocation }) => invocation.name),
      names,
    );
  });

  it('refuse as soon as the signal aborts, although the user does not answer, and are ready for the next turn', async () => {
    const { approver, questions, asked } = createSlowApprover();
    const { permissions, allows } = setUp([], { approver });
    const button = new AbortController();
    const [first, second] = [asked(1), asked(2)];
    const open = permissions.decide(callOf(invoker()), button.signal);
    const queued = permissions.decide(callOf(invoker({ name: 'other' })), button.signal);
    await first;
    button.abort();
    assert.equal((await open).allowed, false);
    assert.equal((await queued).allowed, false);

    questions[0]?.answer('workspace');
    const next = allows(invoker());
    await second;
    assert.deepEqual(
      questions.map(({ name }) => name),
      ['write', 'write'],
      'the late answer counts for nothing, the queued question is not asked',
    );
    questions[1]?.answer('once');
    assert.equal(await next, true);
  });

  it('keep a yes for the conversation when it cannot be kept for longer', async () => {
    const remembered = { has: () => false, add: () => Promise.reject(new Error('disk full')) };
    const { allows, approver } = setUp(['workspace'], { remembered });
    assert.equal(await allows(invoker()), true);
    assert.equal(await allows(invoker()), true);
    assert.equal(approver.asked.length, 1);
  });
});
