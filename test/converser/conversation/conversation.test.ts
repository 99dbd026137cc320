import assert from 'node:assert/strict';
import { type Canister, ordinaryMarks } from '../../../src/converser/canister/canister.ts';
import { createConversation } from '../../../src/converser/conversation/conversation.ts';

const common = { timestamp: '2026-01-01T00:00:00.000Z', content: [], marks: ordinaryMarks };
const user: Canister = { ...common, id: 'user-1', role: 'user' };
const call = (id: string): Canister => ({
  ...common,
  id,
  role: 'invocation',
  ensemble: 'e',
  name: 'n',
  arguments: {},
});
const result = (invocationId: string): Canister => ({
  ...common,
  id: `result-of-${invocationId}`,
  role: 'result',
  invocationId,
});

describe('a conversation', () => {
  it('takes a turn whole when it is committed', () => {
    const conversation = createConversation('c');
    const turn = conversation.begin();
    turn.append(user, call('1'), call('2'));
    turn.append(result('1'), result('2'));
    assert.deepEqual(conversation.canisters, []);
    assert.equal(conversation.turn?.length, 5);
    turn.commit();
    assert.equal(conversation.canisters.length, 5);
    assert.equal(conversation.turn, undefined);
  });

  it('takes nothing of a turn that is rolled back', () => {
    const conversation = createConversation('c', [user]);
    const turn = conversation.begin();
    turn.append(call('1'));
    turn.rollBack();
    assert.deepEqual(conversation.canisters, [user]);
    assert.equal(conversation.turn, undefined);
    conversation.begin();
  });

  it('refuses a turn in which a call has not exactly one result after it', () => {
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
      turn.append(...canisters);
      assert.throws(() => turn.commit(), { code: 'turn-incomplete' });
      assert.deepEqual(conversation.canisters, []);
      assert.equal(conversation.turn?.length, canisters.length);
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
    former.append(user);
    former.commit();
    const open = conversation.begin();
    former.append(call('1'));
    former.rollBack();
    former.commit();
    assert.deepEqual(former.canisters, [user]);
    assert.deepEqual(conversation.canisters, [user]);
    assert.deepEqual(conversation.turn, open.canisters);
  });

  it('never changes by a fork, nor by the list it was made from', () => {
    const past = [user];
    const parent = createConversation('parent', past);
    past.pop();
    parent.namespace('e').set('key', 'value');
    const fork = parent.fork('fork');
    const turn = fork.begin();
    turn.append({ ...user, id: 'user-2' });
    turn.commit();
    assert.deepEqual([parent.canisters.length, fork.canisters.length], [1, 2]);
    assert.equal(parent.turn, undefined);
    assert.equal(fork.namespace('e').size, 0);
    assert.equal(parent.namespace('e').get('key'), 'value');
  });
});
