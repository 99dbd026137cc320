import assert from 'node:assert/strict';
import fc from 'fast-check';
import { RE2JS } from 're2js';
import { linearPatterns, linearSize } from '../../../../src/converser/call/arguments/linear-patterns.ts';

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

/** Pieces of patterns, among them those that the engine itself would read otherwise. */
const pieces = [
  String.raw`\s \S . [\s-] [-\s] [^\s,] [\S] [^\S] [.\s] [[.] [] [^] [\]\s]`,
  String.raw`\ud83d\ude00 [\uD83D\uDE00-\ud83d\ude4f] [^\ud83d\ude00\s] \ud83d \ude00 [\ud83d] \ud83d\u{de00}`,
  String.raw`\u{1f600} \\s \\ud83d \. \[ [(?i)] \cJ \v \0 \u0041 \x41 a 😀 [^a] \w \W \d \p{L} \P{L} [\p{L}\s]`,
  String.raw`(?<n>a) - / \{ \b ^ $`,
].flatMap(line => line.split(' '));

/** Characters of which some are white space or ends of lines, the halves of a pair among them. */
const characters = [
  ...'aA0_é.,-[]{}()?\\/su😀😃 \t\n\v\f\r\0\b\u0085\u00a0\u1680\u180e\u2007\u200b\u2028\u2029\u202f\u205f\u3000\ufeff',
  '\ud83d',
  '\ude00',
];

/** Whether a pattern fits a text; `undefined` where that is left open. */
async function matching(patterns: readonly string[]) {
  const { engine, watch } = await linearPatterns();
  const compiled = new Map(patterns.map(pattern => [pattern, engine(pattern, 'u')]));
  return (pattern: string, text: string): boolean | undefined => {
    const { outcome, isUnsure } = watch(() => compiled.get(pattern)?.test(text));
    return isUnsure ? undefined : outcome;
  };
}

function isPattern(written: string): boolean {
  try {
    new RegExp(written, 'u');
    return true;
  } catch {
    return false;
  }
}

describe('the patterns of a linear engine', () => {
  it('fit the texts that they fit in JavaScript', async () => {
    const fits = await matching(Object.keys(usual));
    for (const [pattern, texts] of Object.entries(usual)) {
      assert.ok(texts.length > 1, pattern);
      for (const text of texts) {
        const native = new RegExp(pattern, 'u').test(text);
        assert.equal(fits(pattern, text), native, `${pattern}: ${JSON.stringify(text)}`);
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

  it('mean the white space of JavaScript, its ends of lines, and characters that are written as two escapes', async () => {
    const all = String.raw`\s \S . [\s] [^\s] [\S] [^\S] \ud83d\ude00 [\ud83d\ude00]`.split(' ');
    const whole = all.map(piece => `^${piece}$`);
    const fits = await matching(whole);
    const tried = Array.from({ length: 0x3100 }, (_, code) => String.fromCodePoint(code));
    for (const pattern of whole) {
      const native = new RegExp(pattern, 'u');
      const wrong = [...tried, ...characters].filter(one => fits(pattern, one) !== native.test(one));
      assert.deepEqual(wrong, [], pattern);
    }
  });

  it('fit what they fit in JavaScript, whatever they are put together from', async () => {
    const times = fc.constantFrom('', '', '*', '+', '?', '{0,2}');
    const repeated = (one: string, often: string) => (/^(\^|\$|\\b)$/.test(one) ? one : one + often);
    const piece = fc.tuple(fc.constantFrom(...pieces), times).map(([one, often]) => repeated(one, often));
    const pattern = fc.array(piece, { minLength: 1, maxLength: 4 }).map(all => all.join(''));
    const text = fc.array(fc.constantFrom(...characters), { maxLength: 5 }).map(all => all.join(''));
    const texts = fc.array(text, { minLength: 20, maxLength: 20 });
    let told = 0;
    await fc.assert(
      fc.asyncProperty(pattern, fc.boolean(), texts, async (inner, isWhole, given) => {
        const written = isWhole ? `^(?:${inner})$` : inner;
        fc.pre(isPattern(written));
        const fits = await matching([written]);
        for (const text of given) {
          const outcome = fits(written, text);
          if (outcome === undefined) continue;
          told++;
          assert.equal(outcome, new RegExp(written, 'u').test(text), JSON.stringify([written, text]));
        }
      }),
      { numRuns: 300 },
    );
    assert.ok(told > 5_000, `${told}`);
  });

  /** What JavaScript refuses, with texts that fit and then some that don't. */
  const foreign: readonly (readonly [pattern: string, fit: readonly string[], others: readonly string[]])[] =
    [
      ['^https\\:\\/\\/', ['https://a'], ['http://a']],
      ['^[\\w-.]+\\@[\\w\\-]+\\.\\w+$', ['a-b.c@d-e.fg'], ['a@b', 'a b@c.de']],
      ['^\\#[\\_\\-a-f]+\\"$', ['#a_-f"'], ['#g"']],
      ['\\Aab\\Z', ['ab', 'ab\n'], ['abZ', 'xab']],
      ['^(?i)yes|no$', ['YES', 'nO'], ['maybe']],
      ['^(?i:[a-z]{2})\\d$', ['Ab1'], ['Ab']],
      ['^(?s)a.b$', ['a\nb'], ['ab']],
      ['(?m)^b$', ['a\nb'], ['a b']],
      ['^(?P<year>\\d{4})-(?P<month>\\d\\d)$', ['2026-11'], ['2026']],
      ['^[[:alpha:]_][[:alnum:][:space:]]*$', ['a1 b', '_'], ['1', 'a-']],
      ['^[^[:digit:]]+$', ['ab'], ['a1']],
      ['^{[a-z]+}$', ['{ab}'], ['ab']],
      ['^[\\d-x]\\s$', ['-\u3000'], ['y ']],
    ];
  for (const [pattern, fit, others] of foreign) {
    it(`mean in another language what they mean there: ${pattern}`, async () => {
      const fits = await matching([pattern]);
      for (const text of fit) assert.equal(fits(pattern, text), true, text);
      for (const text of others) assert.equal(fits(pattern, text), false, text);
    });
  }

  it('leave open what other languages mean in different ways, or nobody can read', async () => {
    const patterns = [
      '(?P<a>b)(?P=a)',
      '^a++$',
      '(?>a)b',
      '(?x) a',
      '(?#b)a',
      '\\h+',
      '\\Gab',
      '^[a-z&&[^b]]$',
    ];
    patterns.push('^a{,3}$', '^[]a]$(?i)', '\\Qa.b\\E', '(', '*a', '[b-a]', '\\p{IsAlpha}', 'a{2,1}');
    const fits = await matching(patterns);
    for (const pattern of patterns) assert.equal(fits(pattern, 'x'), undefined, pattern);
  });

  it('leave open what they cannot do: look ahead or behind, refer back, name a script', async () => {
    const patterns = [
      ...['^(?=a)', '^(?!a)', '(?<=a)b', '(?<!a)b', '(a)\\1', '(?<n>a)\\k<n>', '^\\p{Script=Greek}$'],
      `${'()'.repeat(12)}\\12`,
    ];
    const fits = await matching(patterns);
    for (const pattern of patterns) assert.equal(fits(pattern, 'x'), undefined, pattern);
  });
});

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
