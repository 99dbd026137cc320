import assert from 'node:assert/strict';
import type { Invoker, Subject } from '../../../../src/converser/words/ensemble/invoker.ts';
import type { PermissionMode } from '../../../../src/converser/words/permission/permission-mode.ts';
import type { PermissionScope } from '../../../../src/converser/words/permission/permission-question.ts';
import type { PermissionRule, RuleBook } from '../../../../src/converser/words/permission/rules.ts';
import { allowedText } from '../../../../src/converser/words/texts/allowed-text.ts';
import { rulesOf } from '../../../fakes/fake-approvals.ts';
import { createFakeInvoker } from '../../../fakes/fake-ensemble.ts';
import { createFakeApprover } from '../../../fakes/fake-host.ts';
import { callOf } from './call-of.ts';
import { createTestPermissions } from './test-permissions.ts';

const { signal } = new AbortController();

interface Given {
  readonly answers?: readonly PermissionScope[];
  readonly rules?: Readonly<Record<string, PermissionRule>>;
  readonly mode?: PermissionMode;
}

function setUp({ answers = [], rules = {}, mode = 'changes' }: Given) {
  const book: RuleBook = { ...rulesOf(rules), allow: async () => {} };
  const permissions = createTestPermissions({
    approver: createFakeApprover(answers),
    rules: book,
    circumstances: () => ({ isTrusted: true, mode }),
  });
  const turn = {};
  return async (given: Partial<Invoker> = {}) => {
    const one = createFakeInvoker({ name: 'write', annotations: {}, invocable: () => 'unused', ...given });
    const decision = await permissions.decide({ ...callOf(one), turn }, signal);
    return decision.allowed ? decision.because : 'not allowed';
  };
}

const reads = { annotations: { readOnly: true } };

describe('why a call was allowed', () => {
  it('is that it only reads, and whose word that is', async () => {
    const why = setUp({});
    assert.equal(await why(reads), 'it only reads and comes with Converser');
    assert.equal(await why({ ...reads, origin: 'user' }), 'it only reads');
  });

  it('is the descriptor, or the mode', async () => {
    assert.equal(await setUp({})({ permission: 'allow' }), 'its descriptor allows it');
    assert.equal(await setUp({ mode: 'trusted' })(), 'the permission mode is Trusted');
    const disputed = { ...reads, claims: { readOnly: false } };
    assert.equal(await setUp({ mode: 'trusted' })(disputed), 'the permission mode is Trusted');
  });

  it('is the rule, in its own words where it is about some calls only', async () => {
    const all = setUp({ rules: { 'fake:write': 'allow' } });
    assert.equal(await all(), 'the setting converser.permissions allows it');
    const some = setUp({ rules: { 'fake:write(src/\u202e**)': 'allow' } });
    const touched: Subject = { covered: () => 'all', patterns: async () => [], places: ['src/a'] };
    const why = await some({ review: () => ({ subject: async () => touched }) });
    assert.equal(why, 'the rule fake:write(src/\\u202e**) in the setting converser.permissions allows it');
  });

  it('is your answer, for the call that was asked about and for those that it covers', async () => {
    const answers = ['once', 'turn', 'conversation', 'workspace'] as const;
    const texts = {
      once: 'you allowed it once',
      turn: 'you allowed fake:write until this answer was complete',
      conversation: 'you allowed fake:write in this conversation',
      workspace: 'you allowed fake:write in this workspace',
    };
    for (const answer of answers) {
      const why = setUp({ answers: [answer] });
      assert.equal(await why(), texts[answer]);
      assert.equal(await why(), answer === 'once' ? 'not allowed' : texts[answer]);
    }
    assert.equal(await setUp({ answers: ['user'] })(), 'you allowed fake:write in every workspace');
  });

  it('reads as a sentence, and is not shown where it is unknown', () => {
    assert.equal(allowedText({ allowed: 'you allowed it once' }), 'Allowed because you allowed it once.');
    assert.equal(allowedText({}), undefined);
  });
});
