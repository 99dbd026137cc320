import assert from 'node:assert/strict';
import { secondsText } from '../../../src/providers/check/card-text.ts';

describe('the wording of a card', () => {
  it('says of no probe that it took no time', () => {
    assert.deepEqual([0, 49.9, 50, 149, 1840].map(secondsText), [
      'under 0.1 s',
      'under 0.1 s',
      '0.1 s',
      '0.1 s',
      '1.8 s',
    ]);
  });
});
