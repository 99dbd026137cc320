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
