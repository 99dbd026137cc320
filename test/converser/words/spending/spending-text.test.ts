import assert from 'node:assert/strict';
import { addSpending, noSpending, spendingOf } from '../../../../src/converser/words/spending/spending.ts';
import {
  costText,
  spendingFigures,
  spendingText,
  spokenSpending,
} from '../../../../src/converser/words/spending/spending-text.ts';

describe('what was spent', () => {
  const told = spendingOf(
    { input: 12_400, output: 90, cached: 6_200, reasoning: 30 },
    { input: 2, output: 10 },
  );

  it('is said in a few words', () => {
    assert.equal(spendingText(told), '12.4k → 90 tokens, $0.0257');
    assert.equal(spendingText({ ...told, estimated: true }), '≈ 12.4k → 90 tokens, $0.0257');
    assert.equal(spendingText(spendingOf({ input: 9999, output: 1_500_000 })), '9999 → 1.50M tokens');
    assert.equal(spokenSpending({ ...told, estimated: true }), 'about 12,400 tokens in, 90 out, $0.0257');
  });

  it('is not said where nothing was spent, and no cost where it is free or not known', () => {
    assert.equal(spendingText(noSpending), '');
    assert.equal(spendingText(spendingOf({ input: 0, output: 0 }, { input: 0, output: 0 })), '');
    assert.doesNotMatch(spendingText(spendingOf({ input: 5, output: 5 }, { input: 0, output: 0 })), /\$/);
    assert.doesNotMatch(spendingText(spendingOf({ input: 5, output: 5 })), /\$/);
  });

  it('says that there is more where a part has no known price', () => {
    assert.match(spendingText(addSpending(told, spendingOf({ input: 1 }))), /\$0\.0257 and more$/);
  });

  it('is told in full, with where the figures come from', () => {
    assert.deepEqual(spendingFigures(told), [
      '1 request',
      '12,400 tokens in, 6,200 of them (50 %) from the cache',
      '90 tokens out, 30 for reasoning',
      '$0.0257',
      'Reported by the provider.',
    ]);
    const written = addSpending(told, spendingOf({ input: 12_400, written: 2_480 }));
    assert.equal(
      spendingFigures(written)[1],
      '24,800 tokens in, 6,200 of them (25 %) from the cache, 2,480 of them (10 %) written to the cache',
    );
    const mixed = addSpending(told, { ...spendingOf({ input: 1 }), estimated: true });
    assert.deepEqual(spendingFigures(mixed).slice(-2), [
      'The price of 1 request is not known.',
      'Some figures are estimated: the provider didn’t report all of them.',
    ]);
    assert.ok(spendingFigures(spendingOf({ input: 1 })).includes('The price is not known.'));
  });

  it('is never nothing where it costs a little', () => {
    assert.deepEqual([0.000_01, 0.0123, 0.1, 1234.5].map(costText), [
      'less than $0.0001',
      '$0.0123',
      '$0.10',
      '$1234.50',
    ]);
  });
});
