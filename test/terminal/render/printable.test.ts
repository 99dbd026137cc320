import assert from 'node:assert/strict';
import { continued, inOneLine, printable, printableAnswer } from '../../../src/terminal/render/printable.ts';

describe('what others say on a terminal', () => {
  const forged = ['2\n✓ evil', '2\r\n✓ evil', '2\u2028✓ evil', '2\u2029✓ evil', '2\v✓ evil'];

  it('stays on one line within our lines', () => {
    for (const text of forged)
      assert.match(inOneLine(text), /^2(\p{So}|\\u202[89])✓ evil$/u, JSON.stringify(text));
  });

  it('keeps its lines, and marks each so that none passes for ours', () => {
    for (const text of forged) assert.doesNotMatch(continued(text), /^✓/m, JSON.stringify(text));
    assert.equal(continued('one\ntwo\n\nthree'), 'one\n  │ two\n  │ \n  │ three');
  });

  it('hides nothing', () => {
    assert.equal(
      printable('rm\u200b \u202e\u{e0041}\x1b[2J\x9b\x7f\ta\r\nb'),
      'rm\\u200b \\u202e\\udb40\\udc41␛[2J\\u009b\\u007f\ta\nb',
    );
    assert.equal(printable('⚠️ 👨‍👩‍👧'), '⚠️ 👨‍👩‍👧');
  });

  it('joins letters and emoji in an answer, which may arrive in pieces, and hides nothing else', () => {
    assert.equal(['👨', '\u200d👩 می\u200cخواهم'].map(printableAnswer).join(''), '👨‍👩 می\u200cخواهم');
    assert.equal(printableAnswer('a\u200b\u{e0041}\u202e\x1b'), 'a\\u200b\\udb40\\udc41\\u202e␛');
  });
});
