import assert from 'node:assert/strict';
import { RE2JS } from 're2js';
import { linearSize } from '../../../../src/converser/call/arguments/linear-size.ts';

describe('the size of a pattern', () => {
  it('is about that of what the engine makes of it', () => {
    for (const pattern of [
      '',
      '^[a-z\\]{3}]+(?:-\\p{L}+)*$',
      '^[^\\n]{0,900}$',
      '(?:a*b*\\x{10ffff}\\{){100}',
      '(?:(?:a{2}b){3}|c){5,}',
      '(?:ab|cd|\\)){2,300}',
      `${'(?:'.repeat(9)}a${'){2}'.repeat(9)}`,
    ]) {
      const [told, made] = [linearSize(pattern), RE2JS.compile(pattern).programSize()];
      assert.ok(made <= 3 * told + 5 && told <= 3 * made + 5, `${pattern}: ${told} for ${made}`);
    }
  });

  it('is estimated for patterns that are too large to compile', () => {
    assert.ok(linearSize(`(?:${'\\p{L}?'.repeat(150)}){999}`) > 250_000);
  });
});
