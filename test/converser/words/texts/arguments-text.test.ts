import assert from 'node:assert/strict';
import { argumentsText } from '../../../../src/converser/words/texts/arguments-text.ts';

describe('The arguments of a call in words', () => {
  it('are on one line, with nothing invisible in it', () => {
    assert.equal(argumentsText({}), '');
    assert.equal(argumentsText({ path: 'README.md' }), 'README.md');
    assert.equal(
      argumentsText({ path: 'a', lines: [1, 2], deep: { x: true } }),
      'path: a, lines: [1,2], deep: {"x":true}',
    );
    assert.equal(argumentsText({ text: 'two\n  lines' }), 'two lines');
    assert.equal(argumentsText({ text: 'x'.repeat(500) }).length, 120);
    assert.equal(argumentsText({ path: 'a\u202eb\u200b' }), 'a\\u202eb\\u200b');
    assert.equal(argumentsText({ text: '\u200b'.repeat(50) }).length, 120);
  });
});
