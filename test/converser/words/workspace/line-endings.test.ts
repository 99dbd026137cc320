import assert from 'node:assert/strict';
import {
  hasSameText,
  lineEndingOf,
  linesOf,
  withLineEnding,
} from '../../../../src/converser/words/workspace/line-endings.ts';

describe('the line ending of a text', () => {
  it('is that of most of its lines, and \\n where there are as many of each', () => {
    assert.equal(lineEndingOf('a\r\nb\r\nc\nd'), '\r\n');
    assert.equal(lineEndingOf('a\r\nb\nc\nd'), '\n');
    assert.equal(lineEndingOf('a\r\nb\nc'), '\n');
    assert.equal(lineEndingOf('a\nb'), '\n');
    assert.equal(lineEndingOf('a'), undefined);
  });

  it('is changed everywhere, and makes no difference to the lines', () => {
    assert.equal(withLineEnding('a\nb\r\nc', '\r\n'), 'a\r\nb\r\nc');
    assert.equal(withLineEnding('a\nb\r\nc', '\n'), 'a\nb\nc');
    assert.ok(hasSameText('a\nb\r\n', 'a\r\nb\n'));
    assert.ok(!hasSameText('a\nb', 'a\n\nb'));
    assert.deepEqual(linesOf('a\r\nb\n'), ['a', 'b']);
    assert.deepEqual(linesOf('a\n\nb'), ['a', '', 'b']);
  });
});
