import assert from 'node:assert/strict';
import { spendingOf } from '../../../src/converser/spending/spending.ts';
import { argumentsText, durationText } from '../../../src/converser/wording/numbers.ts';
import { sayAwaited, sayEffort, sayFailure } from '../../../src/sidebar/page/wording.ts';
import { sidebarState } from '../sidebar-states.ts';

describe('the wording of the sidebar', () => {
  it('says durations in the unit that fits', () => {
    assert.deepEqual([0.2, 12.4, 999.7, 3449, 59_960, 125_000].map(durationText), [
      '< 1 ms',
      '12 ms',
      '1.0 s',
      '3.4 s',
      '1 min 0 s',
      '2 min 5 s',
    ]);
  });

  it('says who is waited for, and not who is ready, has failed or is switched off', () => {
    const { ensembles } = sidebarState();
    const slow = { ...ensembles[0], title: 'Slow', state: { status: 'connecting' } } as const;
    assert.equal(sayAwaited(ensembles), 'Waiting for Probability to start.');
    assert.equal(sayAwaited([...ensembles, slow as never]), 'Waiting for Probability and 1 more to start.');
    assert.equal(sayAwaited([{ ...slow, enabled: false } as never]), '');
  });

  it('does not blame the network for a program on this machine that has ended', () => {
    assert.equal(sayFailure('network'), 'The connection failed');
  });

  it('says what a turn took, as far as it is known', () => {
    const turn = {
      key: 'k',
      status: 'committed',
      prompt: '',
      items: [],
      rounds: 2,
      roundSpendings: [],
    } as const;
    assert.equal(sayEffort(turn), '2 rounds');
    assert.equal(
      sayEffort({
        ...turn,
        spending: spendingOf({ input: 12_400, output: 90 }),
        duration: 1500,
      }),
      '2 rounds · 12.4k → 90 tokens · 1.5 s',
    );
  });

  it('puts arguments into one line', () => {
    assert.equal(argumentsText({}), '');
    assert.equal(argumentsText({ path: 'README.md' }), 'README.md');
    assert.equal(
      argumentsText({ path: 'a', lines: [1, 2], deep: { x: true } }),
      'path: a, lines: [1,2], deep: {"x":true}',
    );
    assert.equal(argumentsText({ text: 'two\n  lines' }), 'two lines');
    assert.equal(argumentsText({ text: 'x'.repeat(500) }).length, 120);
  });
});
