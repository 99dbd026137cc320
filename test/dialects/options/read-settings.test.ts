import assert from 'node:assert/strict';
import { isWish } from '../../../src/dialects/client-request.ts';
import { readSettings } from '../../../src/dialects/options/read-settings.ts';

describe('The options of a request', () => {
  it('say with a budget for thinking how much effort is wanted', () => {
    const effort = (thinking: { readonly type: string; readonly budget_tokens?: number | string }) =>
      readSettings({ thinking }, 'anthropic-messages').settings.get('effort')?.value;
    const budgets = [1_024, 2_048, 2_049, 12_288, 12_289];
    assert.deepEqual(
      budgets.map(budget => effort({ type: 'enabled', budget_tokens: budget })),
      ['low', 'low', 'medium', 'medium', 'high'],
    );
    assert.equal(effort({ type: 'disabled', budget_tokens: 1_024 }), 'none');
    for (const other of [{ type: 'adaptive', budget_tokens: 1_024 }, { type: 'enabled' }])
      assert.equal(effort(other), undefined);
    assert.equal(effort({ type: 'enabled', budget_tokens: 'many' }), undefined);
  });

  it('ask for something unless they say what holds anyway', () => {
    for (const nothing of [undefined, null, false, 0, '', [], {}]) assert.equal(isWish(nothing), false);
    for (const usual of ['auto', 'default', 'standard_only'])
      assert.equal(isWish(usual, 'service_tier'), false);
    assert.equal(isWish('disabled', 'truncation'), false);
    for (const [name, value] of [
      ['service_tier', 'flex'],
      ['truncation', 'auto'],
      ['user', 'auto'],
      ['n', 2],
      ['store', true],
      ['stop', ['END']],
      ['metadata', { a: 'b' }],
    ] as const)
      assert.equal(isWish(value, name), true, name);
  });
});
