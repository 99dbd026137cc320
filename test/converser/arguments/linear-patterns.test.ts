import assert from 'node:assert/strict';
import fc from 'fast-check';
import { linearPatterns } from '../../../src/converser/arguments/linear-patterns.ts';

/** Patterns as people write them, each with texts that fit or nearly do. */
const usual: Readonly<Record<string, readonly string[]>> = {
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-5][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$': [
    '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    '6ba7b810-9dad-91d1-80b4-00c04fd430c8',
  ],
  '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$': ['2026-11-21', '2026-13-21', '2026-11-21\n'],
  '^(?<year>\\d{4})-(?<month>\\d{2})$': ['2026-11', '2026-1'],
  '^[a-z0-9]+(?:-[a-z0-9]+)*$': ['a-slug-2', '-a', 'a--b'],
  '^v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-[\\w.-]+)?(?:\\+[\\w.-]+)?$': [
    '1.2.3-rc.1+5',
    '01.2.3',
  ],
  '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$': ['a@b.cd', 'a @b.cd', 'a@b'],
  '^[^]$': ['\n', '😀', ''],
  '[]': ['', 'a'],
  "^\\p{L}[\\p{L}\\p{M}\\p{Nd}\\-' ]*$": ['Zoë', "O'Neil-2", '2a', 'ß', '漢字'],
  '^\\P{Lu}+$': ['a', 'A', 'Ä'],
  '^https?:\\/\\/[\\w.\\-]+(?:\\/[^\\s?#]*)?(?:\\?[^#\\s]*)?$': [
    'https://a.example/b?c',
    'http:/a',
    'ftp://a',
  ],
  '^(?:cat|dog)s?$|^bird': ['cats', 'birdie', 'a dog'],
  '^\\/(?:[^/]+\\/)*$': ['/', '/a/b/', '/a//'],
  '^[\\[\\]{}()*+?.\\\\^$|\\-]+$': ['[]{}()*+?.\\^$|-', 'a'],
  '[+--]': [',', '-', '.'],
  '^\\cJ\\x41\\u0042\\u{43}\\t$': ['\nABC\t', 'JABCt'],
  '^[\\u{1F600}-\\u{1F64F}]+$': ['😀😃', 'a', '\ud83d'],
  '\\bword\\b': ['a word', 'sword', 'éword'],
  '\\Bord': ['word', 'ord'],
  '^$': ['', '\n'],
  '': ['', 'a'],
  '^a{2,3}?b{0}c{1,}$': ['aacc', 'aaaac', 'aabc'],
  '^(?:a*)*(?:b?){3}$': ['aabbb', 'bbbb', ''],
};

/** Whether a pattern fits a text; `undefined` where that is left open. */
async function matching(patterns: readonly string[]) {
  const { engine, watch } = await linearPatterns();
  const compiled = new Map(patterns.map(pattern => [pattern, engine(pattern, 'u')]));
  return (pattern: string, text: string): boolean | undefined => {
    const { outcome, isUnsure } = watch(() => compiled.get(pattern)?.test(text));
    return isUnsure ? undefined : outcome;
  };
}

describe('the patterns of a linear engine', () => {
  it('fit the texts that they fit in JavaScript', async () => {
    const fits = await matching(Object.keys(usual));
    for (const [pattern, texts] of Object.entries(usual)) {
      assert.ok(texts.length > 1, pattern);
      for (const text of texts) {
        assert.equal(
          fits(pattern, text),
          new RegExp(pattern, 'u').test(text),
          `${pattern}: ${JSON.stringify(text)}`,
        );
      }
    }
  });

  it('fit none besides', async () => {
    const fits = await matching(Object.keys(usual));
    const units = [...new Set([...Object.values(usual).flat().join('')])];
    const text = fc.array(fc.constantFrom(...units), { maxLength: 8 }).map(all => all.join(''));
    fc.assert(
      fc.property(fc.constantFrom(...Object.keys(usual)), text, (pattern, one) => {
        assert.equal(fits(pattern, one), new RegExp(pattern, 'u').test(one), pattern);
      }),
      { numRuns: 3000 },
    );
  });

  it('leave open what they cannot do: look ahead or behind, refer back, name a script', async () => {
    const patterns = [
      '^(?=a)',
      '^(?!a)',
      '(?<=a)b',
      '(?<!a)b',
      '(a)\\1',
      '(?<n>a)\\k<n>',
      '^\\p{Script=Greek}$',
    ];
    const fits = await matching(patterns);
    for (const pattern of patterns) assert.equal(fits(pattern, 'x'), undefined, pattern);
  });
});
