import assert from 'node:assert/strict';
import type { Canister } from '../../../../src/converser/words/canister/canister.ts';
import { createConversation } from '../../../../src/converser/words/conversation/conversation.ts';
import { latestPlan } from '../../../../src/converser/words/conversation/latest-plan.ts';
import {
  type Plan,
  planOf,
  planText,
  progressText,
} from '../../../../src/converser/words/texts/plan-text.ts';
import { canisterMaker } from '../../../sidebar/canisters.ts';

const make = canisterMaker();
const user: Canister = make.user('user-1', 'Go.');
const call = (id: string) => make.invocation(id, 'e:n', {});
const result = (invocationId: string) => make.result(invocationId, '');

describe('a conversation', () => {
  it('takes the parts of a turn one by one, each whole', () => {
    const conversation = createConversation('c');
    const turn = conversation.begin();
    turn.join([user]);
    assert.deepEqual(conversation.canisters, [user]);
    turn.join([call('1'), call('2'), result('1'), result('2')]);
    turn.end();
    assert.equal(conversation.canisters.length, 5);
    assert.deepEqual(turn.canisters, conversation.canisters);
    conversation.begin();
  });

  it('takes nothing of a turn that is rolled back', () => {
    const conversation = createConversation('c', [user]);
    const turn = conversation.begin();
    turn.join([call('1'), result('1')]);
    turn.rollBack();
    assert.deepEqual([turn.canisters, conversation.canisters], [[], [user]]);
    conversation.begin();
  });

  it('refuses a part in which a call has not exactly one result after it', () => {
    const broken: readonly (readonly Canister[])[] = [
      [call('1')],
      [result('1')],
      [result('1'), call('1')],
      [call('1'), result('1'), result('1')],
      [call('1'), call('1'), result('1')],
      [call('1'), result('1'), call('1'), result('1')],
    ];
    for (const canisters of broken) {
      const conversation = createConversation('c');
      const turn = conversation.begin();
      turn.join([user]);
      assert.throws(() => turn.join(canisters), { code: 'turn-incomplete' });
      assert.deepEqual([turn.canisters, conversation.canisters], [[user], [user]]);
    }
  });

  it('has one open turn at most', () => {
    const conversation = createConversation('c');
    conversation.begin();
    assert.throws(() => conversation.begin(), { code: 'turn-open' });
  });

  it('does not change by a turn that has ended', () => {
    const conversation = createConversation('c');
    const former = conversation.begin();
    former.join([user]);
    former.end();
    const open = conversation.begin();
    former.join([call('1'), result('1')]);
    former.rollBack();
    former.end();
    assert.deepEqual([former.canisters, open.canisters, conversation.canisters], [[user], [], [user]]);
    assert.throws(() => conversation.begin(), { code: 'turn-open' });
  });

  it('never changes by a fork, nor by the list it was made from', () => {
    const past = [user];
    const parent = createConversation('parent', past);
    past.pop();
    parent.namespace('e').set('key', 'value');
    const fork = parent.fork('fork');
    fork.begin().join([{ ...user, id: 'user-2' }]);
    assert.deepEqual([parent.canisters.length, fork.canisters.length], [1, 2]);
    parent.begin();
    assert.equal(fork.namespace('e').size, 0);
    assert.equal(parent.namespace('e').get('key'), 'value');
  });
});

const first: Plan = [
  { text: 'Read [x] the code', state: 'done' },
  { text: '2. [ ] write', state: 'in_progress' },
  { text: 'Land', state: 'pending' },
  { text: 'Rest', state: 'dropped' },
];

describe('the plan of a conversation', () => {
  it('reads back what was written, whatever steps say', () => {
    const call = make.invocation('a', 'dialogue:plan', {});
    assert.deepEqual(planOf(call, make.result('a', planText(first))), first);
    assert.deepEqual(planOf(call, make.result('a', planText([]))), []);
    assert.equal(progressText(first), '1 of 3 done');
  });

  it('is none for other tools, failures, and results that were cut', () => {
    const call = make.invocation('a', 'dialogue:plan', {});
    const cut = planText(first).replace('3. [ ] Land', '[… 12 characters are left out here.]');
    assert.equal(planOf(call, make.result('a', cut)), undefined);
    assert.equal(planOf(call, make.result('a', 'Anything else')), undefined);
    assert.equal(planOf(call, undefined), undefined);
    const failure = { kind: 'execution', message: planText(first) } as const;
    assert.equal(planOf(call, make.failure('a', failure)), undefined);
    assert.equal(planOf(make.invocation('a', 'mcp:plan', {}), make.result('a', planText(first))), undefined);
  });

  it('is that of the latest call, of the one before where that was undone, and each fork has its own', () => {
    const begun = turn('1', first);
    const changed = turn('2', first.with(2, { text: 'Land', state: 'done' }));
    assert.equal(latestPlan([...begun, ...changed])?.call, '2-call');
    const undone = changed.map(canister => ({ ...canister, marks: { active: false, pinned: false } }));
    const after = latestPlan([...begun, ...undone]);
    assert.deepEqual(after, { call: '1-call', steps: first });
    const conversation = createConversation('parent', begun);
    const fork = conversation.fork('child');
    const open = fork.begin();
    open.join(changed);
    open.end();
    assert.equal(latestPlan(fork.canisters)?.call, '2-call');
    assert.equal(latestPlan(conversation.canisters)?.call, '1-call');
    assert.equal(latestPlan([make.user('u', 'Hello')]), undefined);
  });
});

function turn(id: string, plan: Plan): readonly Canister[] {
  return [
    make.user(`${id}-user`, 'Go on'),
    make.invocation(`${id}-call`, 'dialogue:plan', {}),
    make.result(`${id}-call`, planText(plan)),
    make.assistant(`${id}-answer`, 'Done.'),
  ];
}
