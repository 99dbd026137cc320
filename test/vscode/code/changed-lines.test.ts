import assert from 'node:assert/strict';
import fc from 'fast-check';
import { changedLines } from '../../../src/vscode/code/changed-lines.ts';

function applied(before: string, after: string): string {
  const { start, end, text } = changedLines(before, after);
  return before.slice(0, start) + text + before.slice(end);
}

describe('the changed lines of a file', () => {
  it('make the new text of the old one, whatever both are', () => {
    const texts = fc
      .array(fc.constantFrom('\n', '\r\n', 'a', 'b', '}\n', '  '), { maxLength: 8 })
      .map(parts => parts.join(''));
    fc.assert(
      fc.property(texts, texts, (before, after) => assert.equal(applied(before, after), after)),
      { numRuns: 3_000 },
    );
  });

  it('leave the lines before and after them alone', () => {
    assert.deepEqual(changedLines('a\nb\nc\n', 'a\nB\nc\n'), { start: 2, end: 4, text: 'B\n' });
    assert.equal(applied('\nb\n', 'a\n\nb\n'), 'a\n\nb\n');
  });
});
