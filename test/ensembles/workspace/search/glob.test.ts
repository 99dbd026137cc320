import assert from 'node:assert/strict';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { ConverserError } from '../../../../src/converser/ground/errors.ts';
import { compileGlob } from '../../../../src/ensembles/workspace/search/glob.ts';

const name = fc.constantFrom(
  'a',
  'b',
  'ab',
  'abc',
  'a.ts',
  'b.ts',
  'a.test.ts',
  '.env',
  'x1',
  '[id].ts',
  'a+b',
);
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map(names => names.join('/'));

const piece = fc.constantFrom('a', 'b', 'ab', '.ts', '.test', '*', '?', '[ab]', '[^b]', '[a-c]', '[0-9]+');
const choice = fc.oneof(
  fc.constantFrom('{a,b}', '{a,ab}', '{ts,test.ts}', '{a,b/c}', '{a,{b,ab}}', '{1..3}', '{a..c}'),
  fc.constantFrom('@(a|b)', '+(a|b)', '(a|b)', '[id].ts', '$', '^a', 'a+b'),
);
const segment = fc.oneof(
  { weight: 2, arbitrary: fc.constant('**') },
  {
    weight: 6,
    arbitrary: fc.array(fc.oneof(piece, choice), { minLength: 1, maxLength: 3 }).map(all => all.join('')),
  },
);
/** What people and models write, without what picomatch itself is unsure of. */
const glob = fc
  .tuple(fc.constantFrom('', '', '', '!'), fc.array(segment, { minLength: 1, maxLength: 4 }))
  .map(([sign, segments]) => sign + segments.join('/'))
  .filter(text => text.includes('/') && !/\*[*?+@]*\(|\*\*[^/]|[^/]\*\*|\)[?+]|[?*!]\(/.test(text));

describe('a glob', () => {
  it('matches what picomatch says it matches', async () => {
    await fc.assert(
      fc.asyncProperty(glob, fc.array(path, { minLength: 20, maxLength: 20 }), async (text, paths) => {
        const { matches } = await compileGlob(text);
        const theirs = picomatch(text, { dot: true });
        assert.deepEqual(
          paths.filter(matches),
          paths.filter(one => theirs(one)),
          text,
        );
      }),
      { numRuns: 200 },
    );
  });

  it('reads braces, ranges and groups', async () => {
    assert.deepEqual(await found('{a,b/{c,d}}.ts', ['a.ts', 'b/c.ts', 'b/d.ts', 'c.ts']), [
      'a.ts',
      'b/c.ts',
      'b/d.ts',
    ]);
    assert.deepEqual(await found('part-{8..11}', ['part-7', 'part-8', 'part-11', 'part-12']), [
      'part-8',
      'part-11',
    ]);
    assert.deepEqual(await found('{998..1002}', ['997', '998', '1002', '1003']), ['998', '1002']);
    assert.deepEqual(await found('{01..03}', ['1', '01', '03']), ['01', '03']);
    assert.deepEqual(await found('*.@(ts|js)', ['a.ts', 'b/c.js', 'd.md']), ['a.ts', 'b/c.js']);
    assert.deepEqual(await found('@(a,b|c)/(d,e)', ['a,b/d,e', 'c/d,e', 'a/d', 'b/e']), ['a,b/d,e', 'c/d,e']);
    assert.deepEqual(await found('a?(b)*(c).ts', ['a.ts', 'ab.ts', 'abcc.ts', 'abb.ts']), [
      'a.ts',
      'ab.ts',
      'abcc.ts',
    ]);
  });

  it('reads "+" after a class or a group as more of the same, and as itself elsewhere', async () => {
    const paths = ['1', '12', '1+', 'a', 'ba', 'a+', 'ab', 'abab', 'ab+', '+'];
    assert.deepEqual(await found('[0-9]+', paths), ['1', '12']);
    assert.deepEqual(await found('{a,b}+', paths), ['a', 'ba', 'ab', 'abab']);
    assert.deepEqual(await found('(ab)+', paths), ['ab', 'abab']);
    assert.deepEqual(await found('ab+', paths), ['ab+']);
    assert.deepEqual(await found('+', paths), ['+']);
  });

  it('reads "!" as anything else: before a glob, in a class and before a group', async () => {
    assert.deepEqual(await found('!src/**', ['src/a.ts', 'test/a.ts']), ['test/a.ts']);
    assert.deepEqual(await found('[!a].ts', ['a.ts', 'b.ts']), ['b.ts']);
    assert.deepEqual(await found('!(*.test).ts', ['a.ts', 'b/a.test.ts', 'a.js']), ['a.ts']);
    assert.deepEqual(await found('**/!(node_modules)/*.ts', ['src/a.ts', 'node_modules/a.ts']), ['src/a.ts']);
  });

  it('finds names that look like globs', async () => {
    assert.deepEqual(await found('app/[id].tsx', ['app/[id].tsx', 'app/i.tsx']), [
      'app/[id].tsx',
      'app/i.tsx',
    ]);
    assert.deepEqual(await found('{x.ts', ['{x.ts', 'x.ts']), ['{x.ts']);
  });

  it('reaches over line ends in names', async () => {
    assert.deepEqual(await found('src/**', ['src/a\nb/c.ts']), ['src/a\nb/c.ts']);
  });

  for (const [wrong, reason] of [
    ['!(a)/!(b)', /more than one !\(…\); use one/],
    ['{!(a),b}', /put it outside/],
    ['[z-a]', /invalid character class range/],
    ['a'.repeat(1001), /more than 1000 characters/],
  ] as const) {
    it(`says what is wrong with ${wrong.slice(0, 20)}`, async () => {
      await assert.rejects(
        compileGlob(wrong),
        cause => cause instanceof ConverserError && reason.test(cause.message),
      );
    });
  }
});

async function found(glob: string, paths: readonly string[]): Promise<readonly string[]> {
  const { matches } = await compileGlob(glob);
  return paths.filter(matches);
}
