import assert from 'node:assert/strict';
import { PassThrough } from 'node:stream';
import { setImmediate } from 'node:timers/promises';
import { takeLines } from '../../../src/terminal/ask/line-input.ts';

describe('lines that are typed or piped in', () => {
  it('are the same, wherever their ends are split into chunks', async () => {
    for (const [chunks, wanted] of [
      [['a\r\nb\r\n'], ['a', 'b']],
      [
        ['a\r', '\nb\r', '\n'],
        ['a', 'b'],
      ],
      [
        ['a\r', '\n\n', '\r\n'],
        ['a', '', ''],
      ],
      [
        ['a\r', 'b\r', '\r'],
        ['a', 'b', ''],
      ],
      [
        ['a\n', '\nb'],
        ['a', '', 'b'],
      ],
      [['é\r', '', '\n'], ['é']],
    ] as const) {
      const input = new PassThrough();
      const lines: (string | undefined)[] = [];
      takeLines(input, line => lines.push(line));
      for (const chunk of chunks) {
        for (const byte of Buffer.from(chunk.slice(0, 1))) input.write(Buffer.of(byte));
        input.write(chunk.slice(1));
        await setImmediate();
      }
      input.end();
      await setImmediate();
      assert.deepEqual(lines, [...wanted, undefined], JSON.stringify(chunks));
    }
  });
});
