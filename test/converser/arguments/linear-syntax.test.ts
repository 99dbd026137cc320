import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { linearSyntax } from '../../../src/converser/arguments/linear-syntax.ts';

/** Patterns as people write them, each with texts that fit or nearly do. */
const usual: Readonly<Record<string, readonly string[]>> = {
  '^[0-9a-fA-F]{8}-[0-9a-fA-F]{4}-[1-5][0-9a-fA-F]{3}-[89abAB][0-9a-fA-F]{3}-[0-9a-fA-F]{12}$': [
    '6ba7b810-9dad-11d1-80b4-00c04fd430c8',
    '6ba7b810-9dad-91d1-80b4-00c04fd430c8',
  ],
  '^\\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\\d|3[01])$': ['2026-11-21', '2026-13-21', '2026-11-21\n'],
  '^(?<year>\\d{4})-(?<month>\\d{2})$': ['2026-11', '2026-1'],
  '^(?:(?<größe>a)|(?<größe>b))$': ['a', 'b', 'ab'],
  '^[a-z0-9]+(?:-[a-z0-9]+)*$': ['a-slug-2', '-a', 'a--b'],
  '^v?(0|[1-9]\\d*)\\.(0|[1-9]\\d*)\\.(0|[1-9]\\d*)(?:-[\\w.-]+)?(?:\\+[\\w.-]+)?$': [
    '1.2.3-rc.1+5',
    '01.2.3',
  ],
  '^[^\\s@]+@[^\\s@]+\\.[^\\s@]+$': ['a@b.cd', 'a @b.cd', 'a\u00a0@b.cd', 'a@b'],
  '^[^\\S\\n]*$': ['\t\u2003', '\n', 'a'],
  '\\S': [' ', '\ufeff', '\u180e', 'a', ''],
  '^\\s+$': ['\v\f\u2028\u3000', '\u200b', '\u0085'],
  '^.$': ['\n', '\r', '\u2028', '\u0085', '😀', '\ud83d', 'ab'],
  '^[^]$': ['\n', '😀', ''],
  '[]': ['', 'a'],
  "^\\p{L}[\\p{L}\\p{M}\\p{Nd}\\-' ]*$": ['Zoë', "O'Neil-2", '2a', 'ß', '漢字'],
  '^\\P{Lu}+$': ['a', 'A', 'Ä'],
  '^[\\p{Script=Greek}\\p{gc=Nd}]+$': ['αβγ1', 'abc', 'α'],
  '^\\p{sc=Han}$': ['漢', 'か'],
  '^https?:\\/\\/[\\w.\\-]+(?:\\/[^\\s?#]*)?(?:\\?[^#\\s]*)?$': [
    'https://a.example/b?c',
    'http:/a',
    'ftp://a',
  ],
  '^(?:cat|dog)s?$|^bird': ['cats', 'birdie', 'a dog'],
  '^\\/(?:[^/]+\\/)*$': ['/', '/a/b/', '/a//'],
  '^[\\[\\]{}()*+?.\\\\^$|\\-]+$': ['[]{}()*+?.\\^$|-', 'a'],
  '^[[:alpha:\\]]+$': ['[', ':', 'a', 'b', ']'],
  '[+--]': [',', '-', '.'],
  '^[\\b\\0]$': ['\b', '\0', 'b'],
  '^\\cJ\\x41\\u0042\\u{43}\\t$': ['\nABC\t', 'JABCt'],
  '^[\\u{1F600}-\\u{1F64F}]+$': ['😀😃', 'a', '\ud83d'],
  '^\\uD83D\\uDE00$': ['😀', '😃'],
  '^[\\uD83D\\uDE00]$': ['😀', '\ud83d'],
  '\\uD83D': ['😀', '\ud83d', '\ud83da'],
  '\\bword\\b': ['a word', 'sword', 'éword'],
  '\\Bord': ['word', 'ord'],
  '^$': ['', '\n'],
  '': ['', 'a'],
  '^a{2,3}?b{0}c{1,}$': ['aacc', 'aaaac', 'aabc'],
  '^(?:a*)*(?:b?){3}$': ['aabbb', 'bbbb', ''],
};

function verdicts(pattern: string, text: string): readonly boolean[] {
  return [RE2JS.compile(linearSyntax(pattern)).test(text), new RegExp(pattern, 'u').test(text)];
}

function assertSame(pattern: string, text: string): void {
  const [linear, native] = verdicts(pattern, text);
  assert.equal(linear, native, `${pattern} against ${JSON.stringify(text)}`);
}

describe('a pattern in the syntax of a linear engine', () => {
  it('fits the texts that it fits in JavaScript', () => {
    for (const [pattern, texts] of Object.entries(usual)) {
      assert.ok(texts.length > 1, pattern);
      for (const text of texts) assertSame(pattern, text);
    }
  });

  it('fits none besides', () => {
    // Of what the patterns speak of, and of everything else.
    const units = [...new Set([...Object.values(usual).flat().join('')])];
    const character = fc.oneof(
      fc.constantFrom(...units),
      fc.string({ unit: 'binary', minLength: 1, maxLength: 1 }),
    );
    const text = fc.array(character, { maxLength: 8 }).map(all => all.join(''));
    const compiled = Object.keys(usual).map(pattern => ({
      pattern,
      linear: RE2JS.compile(linearSyntax(pattern)),
      native: new RegExp(pattern, 'u'),
    }));
    fc.assert(
      fc.property(fc.constantFrom(...compiled), text, ({ pattern, linear, native }, one) => {
        assert.equal(linear.test(one), native.test(one), pattern);
      }),
      { numRuns: 3000 },
    );
  });

  it('is taken apart rightly, however its pieces follow each other', () => {
    const text = fc.array(fc.constantFrom(...'ab1 _-[]^\\\n\u2028\u00a0😀\b'), { maxLength: 6 });
    fc.assert(
      fc.property(anyPattern, text, (pattern, one) => assertSame(pattern, one.join(''))),
      { numRuns: 2000 },
    );
  });

  it('cannot be one that looks ahead or behind, refers back, or changes flags', () => {
    for (const pattern of [
      '^(?=a)',
      '^(?!a)',
      '(?<=a)b',
      '(?<!a)b',
      '(a)\\1',
      '(?<n>a)\\k<n>',
      '(?i:a)',
      '(?s-i:a)',
    ]) {
      assert.throws(() => linearSyntax(pattern), /is not for a linear engine/, pattern);
    }
    assert.equal(linearSyntax('[(?=]'), '[(?=]');
    assert.equal(linearSyntax('\\(?=\\\\1'), '\\(?=\\\\1');
  });
});

const anEscape = fc.constantFrom(
  ...'dDsSwW-'.split('').map(name => `\\${name}`),
  '\\b',
  '\\]',
  '\\\\',
  '\\u{1F600}',
);
const inSet = fc.oneof(fc.constantFrom('a', 'b', '[', '(', '^', 'a-z', '😀'), anEscape);
const set = fc
  .tuple(fc.constantFrom('[', '[^'), fc.array(inSet, { maxLength: 3 }))
  .map(([start, inner]) => `${start}${inner.join('')}]`);
const atom = fc.oneof(
  set,
  fc.constantFrom('a', 'b', '.', '^', '$', '\\b', '\\B', '\\s', '\\S', '\\W', '\\[', '\\(', '😀'),
);
const { sequence } = fc.letrec<{ sequence: string; item: string }>(tie => ({
  item: fc.oneof(
    { depthSize: 'small' },
    {
      weight: 3,
      arbitrary: fc.tuple(atom, fc.constantFrom('', '', '*', '+?', '?', '{2}')).map(([a, b]) => a + b),
    },
    fc
      .tuple(fc.constantFrom('(', '(?:', '(?<n>'), tie('sequence'), fc.constantFrom(')', ')*', ')?'))
      .map(all => all.join('')),
  ),
  sequence: fc
    .tuple(fc.array(tie('item'), { maxLength: 3 }), fc.constantFrom('', '|a', '|'))
    .map(([items, end]) => items.join('') + end),
}));

/** Some of what is put together so is no pattern. */
const anyPattern = sequence.filter(pattern => {
  try {
    return new RegExp(pattern, 'u') !== undefined;
  } catch {
    return false;
  }
});
