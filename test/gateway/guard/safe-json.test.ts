import assert from 'node:assert/strict';
import fc from 'fast-check';
import { parseSafely } from '../../../src/gateway/guard/safe-json.ts';

describe('JSON that somebody else wrote', () => {
  it('is read as JSON.parse reads it, however it is written', () => {
    const value = fc.jsonValue({ maxDepth: 6, noUnicodeString: false });
    fc.assert(
      fc.property(value, fc.nat(3), (written, indent) => {
        const text = JSON.stringify(written, undefined, indent);
        if (text.includes('__proto__') || text.includes('prototype')) return;
        assert.deepEqual(parseSafely(text), JSON.parse(text));
      }),
      { seed: 11, numRuns: 150 },
    );
  });

  it('is refused wherever JSON.parse refuses it, with one clear error', () => {
    const signs = ['{', '}', '[', ']', '"', '\\', ',', ':', 'a', '1', ' ', '\\"', 'null', '\u0000'];
    const pieces = fc.constantFrom(...signs);
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), parts => {
        const text = parts.join('');
        let expected: unknown;
        try {
          expected = JSON.parse(text);
        } catch {
          assert.throws(() => parseSafely(text), { code: 'bad-arguments' });
          return;
        }
        assert.deepEqual(parseSafely(text), expected);
      }),
      { seed: 11, numRuns: 2_000 },
    );
  });
});
