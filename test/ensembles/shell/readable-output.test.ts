import assert from 'node:assert/strict';
import { readableOutput } from '../../../src/ensembles/shell/run/readable-output.ts';

describe('output with carriage returns', () => {
  /** `null` stands for what is passed on before a line has ended, as to a model that looks in between. */
  function shown(...chunks: readonly (string | null)[]): string {
    const reader = readableOutput(text => text.replaceAll('sk-1', '[hidden]'));
    const parts = chunks.map(chunk => (chunk === null ? reader.flush() : reader.add(Buffer.from(chunk))));
    return [...parts, reader.flush()].join('');
  }

  it('has the last state of each line', () => {
    for (const [chunks, wanted] of [
      [['1%\r2%\r3%\nDone.\n'], '3%\nDone.\n'],
      [['1%\r', '2%', '\r3%\r', '\nDone.\r\n'], '3%\nDone.\n'],
      [['a\r\nb\r\r\n\r\nc\r\n'], 'a\nb\n\nc\n'],
      [['1%\r2%'], '2%'],
      [['1%\r2%\r'], '2%'],
      [['\r⠋ a\r⠙ b\r\n'], '⠙ b\n'],
      [['100%\r    \rDone.\n'], 'Done.\n'],
      [['\u001b[2K\u001b[1Ga\u001b[2K\u001b[1G\u001b[32mb\u001b[0m\u001b[0G\n'], 'b\n'],
      [['a\rkey sk-1\rsk-', '1\n'], '[hidden]\n'],
    ] as const)
      assert.equal(shown(...chunks), wanted, JSON.stringify(chunks));
  });

  it('has a state of its own line where an earlier one was shown before', () => {
    assert.equal(shown('1%\r', null, '2%\r3%\r', null, '\nDone.\n'), '1%\n3%\nDone.\n');
    assert.equal(shown('1%', null, '\r\n2%', null, ' of all\n'), '1%\n2% of all\n');
    assert.equal(shown('a', null, 'b\rc\n'), 'a\nc\n');
  });

  it('stays short and quick however often a line is drawn', () => {
    const states = Array.from({ length: 50_000 }, (_, at) => `${at} of 50,000\r`);
    assert.equal(shown(...states, '\n'), '49999 of 50,000\n');
    assert.equal(shown(`${'\r'.repeat(200_000)}x`, 'y\n'), 'xy\n');
    assert.match(shown(`1%\r${'x'.repeat(100_000)}`, '\r3%\n'), /^x{90000,}\n3%\n$/);
  });
});
