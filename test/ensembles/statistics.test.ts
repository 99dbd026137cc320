import assert from 'node:assert/strict';
import {
  correlation,
  describe as describeNumbers,
  histogram,
  linearFit,
  percentiles,
} from '../../ensembles/statistics.mjs';

describe('statistics', () => {
  // Compared with Python’s module statistics, its quantiles by method inclusive.
  const values = [2.5, 3.1, 4.7, 5, 1.2, 9.8, 4.4];

  it('describes numbers', () => {
    assert.deepEqual(describeNumbers({ values }), {
      count: 7,
      sum: 30.7,
      mean: 4.38571428571,
      median: 4.4,
      min: 1.2,
      max: 9.8,
      lower_quartile: 2.8,
      upper_quartile: 4.85,
      standard_deviation: 2.74312994675,
      variance: 7.52476190476,
    });
    const { standard_deviation: none, mean } = describeNumbers({ values: [5] });
    assert.deepEqual([none, mean], [0, 5]);
    assert.equal(describeNumbers({ values: [0.1, 0.2, 0.3] }).sum, 0.6);
  });

  it('interpolates percentiles', () => {
    const found = percentiles({ values, percentiles: [0, 10, 50, 99.5, 100] });
    assert.equal(found.percentiles, 'p0: 1.2, p10: 1.98, p50: 4.4, p99.5: 9.656, p100: 9.8');
  });

  it('counts each number once, the largest and equal ones, too', () => {
    const counts = (numbers: readonly number[], bins?: number) =>
      histogram({ values: numbers, ...(bins === undefined ? {} : { bins }) }).content[0]?.text.split('\n');
    assert.deepEqual(counts([0, 1, 2, 3, 4], 2), ['0 to 2: 2', '2 to 4: 3']);
    assert.deepEqual(counts([7, 7, 7]), ['7 to 7: 3']);
    assert.equal(counts(Array.from({ length: 100 }, (_, at) => at))?.length, 8);
    assert.throws(() => histogram({ values: [-1e308, 1e308] }), /too large/);
  });

  it('correlates values and ranks, equal ones included', () => {
    const found = correlation({ x: [1, 2, 2, 4, 5], y: [2, 1, 4, 3, 50] });
    assert.deepEqual(found, { count: 5, pearson: 0.758149233247, spearman: 0.666885928855 });
    assert.throws(() => correlation({ x: [1, 1], y: [1, 2] }), /All numbers of x are the same/);
  });

  it('fits a line', () => {
    const { predicted, ...line } = linearFit({ x: [1, 2, 3, 4], y: [6, 5, 7, 10], predict_at: [5] });
    assert.deepEqual(line, { count: 4, slope: 1.4, intercept: 3.5, r_squared: 0.7 });
    assert.deepEqual(predicted, [{ x: 5, y: 10.5 }]);
    assert.throws(() => linearFit({ x: [1, 1], y: [1, 2] }), /All x are the same/);
  });
});
