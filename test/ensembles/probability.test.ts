import assert from 'node:assert/strict';
import { choose, randomNumber, roll, sample } from '../../ensembles/probability.mjs';

describe('probability', () => {
  it('is the same each time with a seed, and close seeds are far apart', () => {
    assert.deepEqual(roll({ dice: '5d20', seed: 1 }), roll({ dice: '5d20', seed: 1 }));
    assert.notDeepEqual(roll({ dice: '5d20', seed: 1 }).rolls, roll({ dice: '5d20', seed: 2 }).rolls);
    assert.notDeepEqual(roll({ dice: '5d20', seed: -1 }).rolls, roll({ dice: '5d20', seed: 1 }).rolls);
  });

  it('is never the same without', () => {
    assert.notDeepEqual(roll({ dice: '100d1000' }), roll({ dice: '100d1000' }));
  });

  it('rolls each side as often as the others, and adds what the dice say', () => {
    const counts = new Map<number, number>();
    for (let seed = 0; seed < 60; seed++)
      for (const side of roll({ dice: '1000d6', seed }).rolls) counts.set(side, (counts.get(side) ?? 0) + 1);
    assert.deepEqual([...counts.keys()].sort(), [1, 2, 3, 4, 5, 6]);
    for (const count of counts.values()) assert.ok(Math.abs(count - 10_000) < 500, `${count} of 60,000`);
    assert.deepEqual(roll({ dice: '2d1-5' }), { dice: '2d1-5', rolls: [1, 1], modifier: -5, total: -3 });
  });

  it('chooses as often as the weights say', () => {
    const chosen = Array.from({ length: 8000 }, (_, seed) =>
      choose({ options: ['a', 'b', 'c'], weights: [1, 0, 3], seed }),
    );
    const often = (option: string) => chosen.filter(({ choice }) => choice === option).length;
    assert.equal(often('b'), 0);
    assert.ok(Math.abs(often('a') - 2000) < 200, `${often('a')} of 8,000`);
  });

  it('draws each item once at most', () => {
    const items = Array.from({ length: 100 }, (_, at) => `${at}`);
    assert.deepEqual([...sample({ items, count: 100 }).sample].sort(), [...items].sort());
    assert.equal(new Set(sample({ items, count: 10 }).sample).size, 10);
  });

  it('returns numbers between the limits, the largest too', () => {
    const most = Number.MAX_SAFE_INTEGER;
    for (let seed = 0; seed < 500; seed++) {
      const { number } = randomNumber({ min: -most, max: most, seed });
      assert.ok(Number.isSafeInteger(number));
      const half = randomNumber({ min: -0.5, max: 0.5, whole: false, seed }).number;
      assert.ok(half >= -0.5 && half < 0.5);
    }
    assert.deepEqual(randomNumber({ min: 0.5, max: 1.5 }), { number: 1, min: 0.5, max: 1.5 });
  });
});
