import assert from 'node:assert/strict';
import { readShare } from '../../../src/terminal/command-line/turn-values.ts';

describe('--tools-on-demand-at', () => {
  const read = (written: string | undefined) => readShare(written, 'tools-on-demand-at');

  it('is a percentage of the window', () => {
    assert.equal(read(undefined), undefined);
    assert.equal(read('12.5'), 0.125);
    assert.equal(read('100'), 1);
  });

  it('says what it must be', () => {
    for (const written of ['', 'ten', '-1', '101']) {
      const answer = read(written);
      assert.ok(typeof answer === 'object' && answer.wrong.includes('--tools-on-demand-at'), written);
    }
  });
});
