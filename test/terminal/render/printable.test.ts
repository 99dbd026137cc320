import assert from 'node:assert/strict';
import { continued, inOneLine } from '../../../src/terminal/render/printable.ts';

describe('what others say on a terminal', () => {
  const forged = ['2\n✓ evil', '2\r\n✓ evil', '2\u2028✓ evil', '2\u2029✓ evil', '2\v✓ evil'];

  it('stays on one line within our lines', () => {
    for (const text of forged) assert.match(inOneLine(text), /^2\p{So}✓ evil$/u, JSON.stringify(text));
  });

  it('keeps its lines, and marks each so that none passes for ours', () => {
    for (const text of forged) assert.doesNotMatch(continued(text), /^✓/m, JSON.stringify(text));
    assert.equal(continued('one\ntwo\n\nthree'), 'one\n  │ two\n  │ \n  │ three');
  });
});
