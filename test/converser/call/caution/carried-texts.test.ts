import assert from 'node:assert/strict';
import { carriedTexts } from '../../../../src/converser/call/caution/carried-texts.ts';

describe('what a call may write into files', () => {
  it('are the texts among its arguments, however deep, and no names', () => {
    const texts = carriedTexts({
      path: 'docs/a-file-with-a-long-name.md',
      content: 'Two words, or more.\n',
      files: [{ text: 'Another one\nof two lines' }, { text: 'a b' }],
      count: 3,
      nothing: null,
    });
    assert.deepEqual(texts, ['Two words, or more.\n', 'Another one\nof two lines']);
  });

  it('are a limited number', () => {
    const lines = Array.from({ length: 5_000 }, (_, at) => `This is the line ${at}.`);
    assert.equal(carriedTexts({ lines }).length, 50);
  });
});
