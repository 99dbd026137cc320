import assert from 'node:assert/strict';
import { commitMessageIn, commitQuestion } from '../../../../src/converser/words/texts/commit-message.ts';

describe('a commit message that a model writes', () => {
  it('is the message alone, however the model dresses it, also while it grows', () => {
    for (const [reply, message] of [
      ['Mend the sum\n\nIt was negative.\n', 'Mend the sum\n\nIt was negative.'],
      ['```text\nMend the sum\n\n- a\n```\n', 'Mend the sum\n\n- a'],
      ['```\nMend the', 'Mend the'],
      ['"Mend the sum"', 'Mend the sum'],
      ['**Commit message:** fix: mend "it"', 'fix: mend "it"'],
      ['', ''],
    ] as const)
      assert.equal(commitMessageIn(reply), message);
  });

  it('is asked for in the style of the last subjects', () => {
    assert.match(
      commitQuestion(['fix: a', 'feat: b']),
      /The last subjects of this repository:\n- fix: a\n- feat: b$/,
    );
    assert.match(commitQuestion([]), /no commits yet/);
  });
});
