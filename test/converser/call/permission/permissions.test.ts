import assert from 'node:assert/strict';
import { createApprovals } from '../../../../src/converser/call/permission/approvals.ts';
import type { PermissionsOptions } from '../../../../src/converser/call/permission/permissions.ts';
import { fullName, type Invoker, type Review } from '../../../../src/converser/words/ensemble/invoker.ts';
import type { PermissionRule } from '../../../../src/converser/words/permission/rules.ts';
import { type Answer, createFakeMemory, rulesOf } from '../../../fakes/fake-approvals.ts';
import { createFakeInvoker, type GivenInvoker } from '../../../fakes/fake-ensemble.ts';
import { createFakeApprover } from '../../../fakes/fake-host.ts';
import { pluck } from '../../pluck.ts';
import { callOf } from './call-of.ts';
import { createSlowApprover } from './slow-approver.ts';
import { createTestPermissions } from './test-permissions.ts';

const signal = new AbortController().signal;

function invoker(given: GivenInvoker = {}): Invoker {
  return createFakeInvoker({
    name: 'write',
    annotations: { readOnly: false },
    invocable: () => 'unused',
    ...given,
  });
}

/** The same, with one review of all its calls. */
function reviewed(review: Review, given: GivenInvoker = {}): Invoker {
  return invoker({ review: () => review, ...given });
}

/** The same rule for every tool. */
function always(rule: PermissionRule) {
  return { place: 'the rules', about: () => [{ rule, text: 'any' }] };
}

function setUp(answers: readonly Answer[], options: Partial<PermissionsOptions> = {}) {
  const approver = createFakeApprover(answers);
  const approvals = new Set<string>();
  const kept = createApprovals(createFakeMemory(approvals));
  const permissions = createTestPermissions({ approver, approvals: kept, ...options });
  const allows = async (one: Invoker, conversationId = 'c') =>
    (await permissions.decide(callOf(one, { conversationId }), signal)).allowed;
  return { approver, approvals, permissions, allows };
}

/** A call on one file. A pattern covers all files that begin with it. */
function subjectOf(file: string): NonNullable<Review['subject']> {
  return async () => ({
    covered: pattern => (file.startsWith(pattern) ? 'all' : 'none'),
    patterns: async () => [file, file.split('/')[0] ?? ''],
    places: [file],
  });
}

describe('permissions', () => {
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
      assert.match(approver.asked.at(-1)?.reason ?? '', /reports that it makes changes/);
    }
    const described = await allows(
      invoker({ annotations, claims: { readOnly: false }, permission: 'allow' }),
    );
    assert.equal(described, true);
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
      { constants: { auxdata: { command: 'other' } } },
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
    const exceptional = reviewed({ alwaysAsk: async () => 'It writes settings.' });
    const { allows, approver, approvals } = setUp(['workspace', 'deny'], { rules: always('allow') });
    assert.equal(await allows(exceptional), true);
    assert.equal(await allows(exceptional), false);
    assert.deepEqual(approver.asked[0]?.scopes, ['once']);
    assert.equal(approver.asked[0]?.reason, 'It writes settings.');
    assert.equal(approvals.size, 0);
  });

  it('let a call that must be named run unasked only where a pattern covers it', async () => {
    const named = (pattern: string | undefined): Invoker =>
      reviewed({
        mustBeNamed: 'It is a line for the shell.',
        subject: async () => ({
          covered: (each: string) => (each === pattern ? 'all' : 'none'),
          patterns: async () => (pattern === undefined ? [] : [pattern]),
          places: [],
        }),
      });
    const general = setUp(['workspace', 'once', 'deny'], { rules: always('allow') });
    assert.equal(await general.allows(named(undefined)), true);
    assert.equal(general.approver.asked[0]?.reason, 'It is a line for the shell.');
    // A yes to all calls of the tool covers it no more than the rule does.
    assert.equal(await general.allows(named(undefined)), true);
    assert.equal(await general.allows(named(undefined)), false);
    const name = fullName(named(undefined));
    for (const rules of [
      { [name]: 'allow', [`${name}(this)`]: 'allow' },
      { [`${name}(this)`]: 'allow', [name]: 'allow' },
    ] as const) {
      const closely = setUp(['deny'], { rules: rulesOf(rules) });
      assert.equal(await closely.allows(named('this')), true);
      assert.equal(await closely.allows(named('that')), false);
    }
  });

  it('ask about every call that was only shown, whatever was allowed, and remember nothing of it', async () => {
    const answers = ['conversation', 'workspace', 'deny', 'once'] as const;
    const { permissions, allows, approver } = setUp(answers, { rules: always('allow') });
    const reading = invoker({ annotations: { readOnly: true } });
    const shown = async (one: Invoker) =>
      (await permissions.decide({ ...callOf(one), proposed: true }, signal)).allowed;
    assert.equal(await allows(reading), true);
    assert.deepEqual([await shown(reading), await shown(reading), await shown(reading)], [true, true, false]);
    assert.deepEqual(approver.asked[0]?.scopes, ['once']);
    assert.match(approver.asked[0]?.reason ?? '', /may not have meant to make it\.$/);
    const guarded = reviewed({ alwaysAsk: async () => 'It is a protected place.' });
    assert.equal(await shown(guarded), true);
    const { reason = '' } = approver.asked[3] ?? {};
    assert.match(reason, /may not have meant to make it\. It is a protected place\.$/);
  });

  it('refuse without a question what was only shown and is denied or not trusted', async () => {
    for (const options of [
      { rules: always('deny') },
      { circumstances: () => ({ isTrusted: false, mode: 'changes' as const }) },
    ]) {
      const { permissions, approver } = setUp(['once'], options);
      const decision = await permissions.decide({ ...callOf(invoker()), proposed: true }, signal);
      assert.equal(decision.allowed, false);
      assert.deepEqual(approver.asked, []);
    }
  });

  it('ask when it is unknown whether a call is exceptional', async () => {
    const { allows, approver } = setUp(['deny'], { rules: always('allow') });
    const broken = reviewed({ alwaysAsk: () => Promise.reject(new Error('no idea')) });
    assert.equal(await allows(broken), false);
    assert.match(approver.asked[0]?.reason ?? '', /no idea/);
  });

  it('ask at once about all calls of a conversation, and let one answer settle the others', async () => {
    const { approver, questions, asked } = createSlowApprover();
    const { allows } = setUp([], { approver });
    const two = asked(2);
    const both = Promise.all([allows(invoker()), allows(invoker())]);
    await two;
    // Only within a conversation they are asked in their order.
    const third = asked(3);
    const elsewhere = allows(invoker(), 'other');
    await third;
    const over = () => questions.map(({ isOver }) => isOver());
    assert.deepEqual(over(), [false, false, false]);
    questions[1]?.answer('conversation');
    const fourth = asked(4);
    const another = allows(invoker({ name: 'another' }));
    await fourth;
    assert.deepEqual(over(), [true, true, false, false], 'each conversation has its own answers');
    questions[2]?.answer('once');
    questions[3]?.answer('deny');
    assert.deepEqual([await both, await elsewhere, await another], [[true, true], true, false]);
  });

  it('ask in the order of the calls', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f'];
    const { allows, approver } = setUp(names.map(() => 'once' as const));
    await Promise.all(names.map(name => allows(invoker({ name, description: name.repeat(9_999) }))));
    const asked = approver.asked.map(({ invocation }) => invocation.name);
    assert.deepEqual(asked, names);
  });

  it('refuse as soon as the signal aborts, although the user does not answer, and are ready for the next turn', async () => {
    const { approver, questions, asked } = createSlowApprover();
    const { permissions, allows } = setUp([], { approver });
    const button = new AbortController();
    const [both, third] = [asked(2), asked(3)];
    const open = permissions.decide(callOf(invoker()), button.signal);
    const other = permissions.decide(callOf(invoker({ name: 'other' })), button.signal);
    await both;
    button.abort();
    assert.equal((await open).allowed, false);
    assert.equal((await other).allowed, false);

    questions[0]?.answer('workspace');
    const next = allows(invoker());
    await third;
    assert.deepEqual(
      pluck(questions, 'name'),
      ['write', 'other', 'write'],
      'the late answer counts for nothing',
    );
    questions[2]?.answer('once');
    assert.equal(await next, true);
  });

  it('keep a yes for the conversation when it cannot be kept for longer', async () => {
    const full = { ...createFakeMemory(), add: () => Promise.reject(new Error('disk full')) };
    const { allows, approver } = setUp(['workspace'], { approvals: createApprovals(full) });
    assert.equal(await allows(invoker()), true);
    assert.equal(await allows(invoker()), true);
    assert.equal(approver.asked.length, 1);
  });

  it('tell the model why you said no', async () => {
    const answers = [' Use \u202eb.txt. ', '  '].map(reason => ({ kind: 'deny', reason }) as const);
    const { permissions } = setUp(answers);
    const reason = async () => {
      const decision = await permissions.decide(callOf(invoker()), signal);
      return decision.allowed ? '' : decision.reason;
    };
    const [said, nothing] = [await reason(), await reason()];
    assert.match(said, /^fake:write was not allowed to run\. The user says: Use .*b\.txt\.$/);
    assert.ok(!said.includes('\u202e'));
    assert.equal(nothing, 'fake:write was not allowed to run.');
  });

  it('keep a yes for a turn until that turn is over', async () => {
    const { permissions, approver } = setUp(['turn', 'deny']);
    const [turn, next] = [{}, {}];
    const allows = async (of: object) =>
      (await permissions.decide({ ...callOf(invoker()), turn: of }, signal)).allowed;
    assert.deepEqual([await allows(turn), await allows(turn), await allows(next)], [true, true, false]);
    assert.deepEqual(approver.asked[0]?.scopes, ['once', 'turn', 'conversation', 'workspace']);
  });

  it('keep a yes for everywhere as a rule, if rules are kept and the tool did not come with the folder', async () => {
    const added: string[] = [];
    const rules = { ...rulesOf({}), allow: async (text: string) => void added.push(text) };
    const answers: readonly Answer[] = [{ kind: 'allow', scope: 'user', pattern: 'a' }, 'user', 'user'];
    const { permissions, approver } = setUp(answers, { rules });
    const decide = (one: Invoker) => permissions.decide(callOf(one), signal);
    const subject = subjectOf('a');
    await decide(reviewed({ subject }));
    await decide(invoker());
    await decide(invoker({ origin: 'workspace' }));
    assert.deepEqual(added, ['fake:write(a)', 'fake:write']);
    const offered = approver.asked.map(({ scopes }) => scopes.includes('user'));
    assert.deepEqual(offered, [true, true, false]);
  });

  it('keep a yes for everywhere for the conversation, where no rule can be written', async () => {
    const rules = { ...rulesOf({}), allow: () => Promise.reject(new Error('The settings are read-only.')) };
    const { allows, approver } = setUp(['user'], { rules });
    const allowed = [await allows(invoker()), await allows(invoker()), await allows(invoker(), 'd')];
    assert.deepEqual(allowed, [true, true, false]);
    assert.equal(approver.asked.length, 2);
  });

  describe('with rules about single calls', () => {
    const on = (file: string, given: GivenInvoker = {}) => reviewed({ subject: subjectOf(file) }, given);

    it('decide by what the call touches, and say which rule denied it', async () => {
      const rules = rulesOf({ 'fake:write(src)': 'allow', 'fake:*(src/secret)': 'deny' });
      const { permissions, approver } = setUp([], { rules });
      const allowed = await permissions.decide(callOf(on('src/a')), signal);
      assert.deepEqual(allowed, {
        allowed: true,
        because: 'the rule fake:write(src) in the setting converser.permissions allows it',
        places: ['src/a'],
      });
      const denied = await permissions.decide(callOf(on('src/secret/a')), signal);
      assert.match(denied.allowed ? '' : denied.reason, /the rule fake:\*\(src\/secret\) in the setting/);
      assert.equal(approver.asked.length, 0);
      assert.equal((await permissions.decide(callOf(on('lib/a')), signal)).allowed, false);
      assert.equal(approver.asked.length, 1);
    });

    it('ask about what only reads, where a rule says so', async () => {
      const { allows, approver } = setUp([], { rules: rulesOf({ 'fake:*(keys)': 'ask' }) });
      const reads = { annotations: { readOnly: true } };
      assert.deepEqual([await allows(on('src/a', reads)), await allows(on('keys/a', reads))], [true, false]);
      assert.equal(approver.asked.length, 1);
    });

    it('ask about a place that must always be asked about, whatever a rule allows', async () => {
      const alwaysAsk = async () => 'It is a protected place.';
      const { allows, approver } = setUp([], { rules: rulesOf({ 'fake:write(src)': 'allow' }) });
      assert.equal(await allows(reviewed({ subject: subjectOf('src/a'), alwaysAsk })), false);
      const [{ reason, patterns } = {}] = approver.asked;
      assert.deepEqual([reason, patterns], ['It is a protected place.', []]);
    });

    it('run nothing that came with the folder to find out', async () => {
      const ran: string[] = [];
      const subject = async () => {
        ran.push('subject');
        return subjectOf('src/a')();
      };
      const { allows, approver } = setUp([], { rules: rulesOf({ 'fake:write(src)': 'allow' }) });
      assert.equal(await allows(reviewed({ subject }, { origin: 'workspace' })), false);
      assert.deepEqual([ran, approver.asked[0]?.patterns], [[], []]);
    });

    it('ask in the order of the calls, and let through at once what is allowed', async () => {
      const { approver, questions, asked } = createSlowApprover();
      const { allows } = setUp([], { approver, rules: rulesOf({ 'fake:*(src)': 'allow' }) });
      const both = asked(2);
      const waiting = [allows(on('lib/a', { name: 'a' })), allows(on('lib/b', { name: 'b' }))];
      await both;
      assert.equal(await allows(on('src/a')), true);
      questions[0]?.answer('deny');
      questions[1]?.answer('once');
      assert.deepEqual(await Promise.all(waiting), [false, true]);
      assert.deepEqual(pluck(questions, 'name'), ['a', 'b']);
    });
  });

  describe('limited to some calls', () => {
    it('cover those, and no others', async () => {
      for (const scope of ['conversation', 'workspace'] as const) {
        const answers: readonly Answer[] = [{ kind: 'allow', scope, pattern: 'src' }, 'deny', 'deny'];
        const { permissions, approver, approvals } = setUp(answers);
        const decide = (review: Review) => permissions.decide(callOf(reviewed(review)), signal);
        assert.equal((await decide({ subject: subjectOf('src/a') })).allowed, true);
        assert.deepEqual(await decide({ subject: subjectOf('src/b') }), {
          allowed: true,
          because: `you allowed fake:write(src) in this ${scope}`,
          places: ['src/b'],
        });
        assert.equal((await decide({ subject: subjectOf('lib/a') })).allowed, false);
        assert.equal((await decide({})).allowed, false);
        assert.equal(approver.asked.length, 3);
        assert.deepEqual(approver.asked[0]?.patterns, ['src/a', 'src']);
        assert.equal(approvals.size, scope === 'workspace' ? 1 : 0);
      }
    });

    it('hold for nothing that was not offered', async () => {
      const made: Answer[] = [
        { kind: 'allow', scope: 'conversation', pattern: '**' },
        { kind: 'allow', scope: 'once', pattern: 'src' },
        { kind: 'allow', scope: 'user' },
      ];
      const { permissions, approver, approvals } = setUp(made);
      for (let at = 0; at < 3; at++)
        await permissions.decide(callOf(reviewed({ subject: subjectOf('src/a') })), signal);
      assert.deepEqual([approver.asked.length, approvals.size], [3, 0]);
    });
  });
});
