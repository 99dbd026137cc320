import assert from 'node:assert/strict';
import { countText, durationText, waitText } from '../../../../src/converser/ground/wording/numbers.ts';

describe('Numbers in words', () => {
  it('tell how long something took', () => {
    const texts = ['< 1 ms', '12 ms', '1.0 s', '3.4 s', '59.0 s', '1 min 0 s', '2 min 5 s'];
    assert.deepEqual([0.2, 12.4, 999.7, 3449, 59_000, 59_960, 125_000].map(durationText), texts);
  });

  it('never tell a wait shorter than it is', () => {
    const texts = ['1 s', '30 s', '119 s', '2 min', '3 min', '2 h'];
    assert.deepEqual([1, 30_000, 119_000, 119_001, 150_000, 7_200_000].map(waitText), texts);
  });

  it('count with a unit', () => {
    const counts = [0, 1, 12_400].map(count => countText(count, 'token'));
    assert.deepEqual(counts, ['0 tokens', '1 token', '12,400 tokens']);
  });
});
