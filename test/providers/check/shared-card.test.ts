import assert from 'node:assert/strict';
import {
  asOwnCard,
  largestCard,
  readSharedCard,
  sharedCardText,
} from '../../../src/providers/check/shared-card.ts';
import { aCard } from './a-card.ts';

describe('a card that is shared', () => {
  it('is read as it was written, and nothing else is one', () => {
    assert.deepEqual(readSharedCard(sharedCardText(aCard)), aCard);
    const padded = sharedCardText(aCard) + ' '.repeat(largestCard);
    for (const text of ['', '{', '[]', '{"version":2}', sharedCardText(aCard).slice(1), padded])
      assert.equal(readSharedCard(text), undefined, text.slice(0, 20));
  });

  it('becomes one of your model, and never counts as newer than it can be', () => {
    const own = { model: 'lab/m', label: 'M', now: new Date('2026-11-01T00:00:00.000Z') };
    const old = asOwnCard({ ...aCard, checked: '2026-10-01T00:00:00.000Z' }, own);
    assert.deepEqual([old.model, old.label, old.checked], ['lab/m', 'M', '2026-10-01T00:00:00.000Z']);
    const future = asOwnCard({ ...aCard, checked: '2999-01-01T00:00:00.000Z' }, own);
    assert.equal(future.checked, '2026-11-01T00:00:00.000Z');
    assert.deepEqual(future.conclusions, aCard.conclusions);
  });
});
