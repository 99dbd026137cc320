import assert from 'node:assert/strict';
import fc from 'fast-check';
import picomatch from 'picomatch';
import { ConverserError } from '../../../../src/converser/ground/errors.ts';
import { compileGlob } from '../../../../src/ensembles/workspace/search/glob.ts';

const name = fc.constantFrom(...'a b ab abc a.ts b.ts a.test.ts .env x1 [id].ts a+b'.split(' '));
const path = fc.array(name, { minLength: 1, maxLength: 5 }).map(names => names.join('/'));

const piece = fc.constantFrom('a', 'b', 'ab', '.ts', '.test', '*', '?', '[ab]', '[^b]', '[a-c]', '[0-9]+');
const choice = fc.oneof(
  fc.constantFrom('{a,b}', '{a,ab}', '{ts,test.ts}', '{a,b/c}', '{a,{b,ab}}', '{1..3}', '{a..c}'),
  fc.constantFrom('@(a|b)', '+(a|b)', '(a|b)', '[id].ts', '$', '^a', 'a+b'),
);
const pieces = fc.array(fc.oneof(piece, choice), { minLength: 1, maxLength: 3 }).map(all => all.join(''));
const segment = fc.oneof({ weight: 2, arbitrary: fc.constant('**') }, { weight: 6, arbitrary: pieces });
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
        const wanted = paths.filter(one => theirs(one));
        assert.deepEqual(paths.filter(matches), wanted, text);
      }),
      { numRuns: 200 },
    );
  });

  it('reads braces, ranges and groups', async () => {
    await finds('{a,b/{c,d}}.ts', ['a.ts', 'b/c.ts', 'b/d.ts'], ['c.ts']);
    await finds('part-{8..11}', ['part-8', 'part-11'], ['part-7', 'part-12']);
    await finds('{998..1002}', ['998', '1002'], ['997', '1003']);
    await finds('{01..03}', ['01', '03'], ['1']);
    await finds('*.@(ts|js)', ['a.ts', 'b/c.js'], ['d.md']);
    await finds('@(a,b|c)/(d,e)', ['a,b/d,e', 'c/d,e'], ['a/d', 'b/e']);
    await finds('a?(b)*(c).ts', ['a.ts', 'ab.ts', 'abcc.ts'], ['abb.ts']);
  });

  it('reads "+" after a class or a group as more of the same, and as itself elsewhere', async () => {
    const paths = ['1', '12', '1+', 'a', 'ba', 'a+', 'ab', 'abab', 'ab+', '+'];
    for (const [glob, ...these] of [
      ['[0-9]+', '1', '12'],
      ['{a,b}+', 'a', 'ba', 'ab', 'abab'],
      ['(ab)+', 'ab', 'abab'],
      ['ab+', 'ab+'],
      ['+', '+'],
    ] as const)
      await finds(
        glob,
        these,
        paths.filter(path => !these.some(each => each === path)),
      );
  });

  it('reads "!" as anything else: before a glob, in a class and before a group', async () => {
    await finds('!src/**', ['test/a.ts'], ['src/a.ts']);
    await finds('[!a].ts', ['b.ts'], ['a.ts']);
    await finds('!(*.test).ts', ['a.ts'], ['b/a.test.ts', 'a.js']);
    await finds('**/!(node_modules)/*.ts', ['src/a.ts'], ['node_modules/a.ts']);
  });

  for (const [glob, ...names] of [
    ['app/[id].tsx', 'app/[id].tsx', 'app/i.tsx'],
    ['{x.ts', '{x.ts'],
    ['app/(auth)/**', 'app/(auth)/a.ts', 'app/auth/a.ts'],
    ['app/{(auth),(shop)}/**', 'app/(auth)/a.ts', 'app/(shop)/b/c.ts'],
    ['app/[[...opt]]/*', 'app/[[...opt]]/c.ts'],
    ['app/[user-id]/[a-c].ts', 'app/[user-id]/a.ts', 'app/[user-id]/[a-c].ts'],
    ['(group-[id])/[...all]/+page.svelte', '(group-[id])/[...all]/+page.svelte'],
    ['notes*(draft 1).md', 'notes for you (draft 1).md', 'notesdraft 1draft 1.md'],
    ['@(feed)/x', '@(feed)/x', 'feed/x'],
    ['src/C (v1|v2)/*', 'src/C (v1|v2)/a', 'src/C v2/a'],
    ['app\\[id]\\page.tsx', 'app/[id]/page.tsx'],
    ['app/\\[id\\]/\\(x\\)/*', 'app/[id]/(x)/e.ts'],
    ['plan\\ \\(copy\\).*', 'docs/plan (copy).md'],
    ['\\!important\\?.md', 'a/!important?.md'],
  ] as const) {
    it(`finds the names that ${glob} spells`, () =>
      finds(glob, names, ['', 'x', 'app/x', 'app/[id', 'id].tsx']));
  }

  it('leaves out what "!" names in either way, with "\\" before a sign as well', async () => {
    await finds('!app/(a)/**', ['x'], ['app/(a)/x', 'app/a/x']);
    await finds('!app/\\[id\\]/**', ['app/i/x'], ['app/[id]/x']);
  });

  it('reaches over line ends in names', () => finds('src/**', ['src/a\nb/c.ts'], []));

  for (const [wrong, reason] of [
    ['!(a)/!(b)', /more than one !\(…\); use one/],
    ['{!(a),b}', /put it outside/],
    ['[z-a]', /invalid character class range/],
    ['a'.repeat(1001), /more than 1000 characters/],
  ] as const) {
    it(`says what is wrong with ${wrong.slice(0, 20)}`, async () => {
      const isTold = (cause: unknown) => cause instanceof ConverserError && reason.test(cause.message);
      await assert.rejects(compileGlob(wrong), isTold);
    });
  }
});

/** Looks that a glob matches these, and none of the others. */
async function finds(glob: string, these: readonly string[], others: readonly string[]): Promise<void> {
  const { matches } = await compileGlob(glob);
  assert.deepEqual([...these, ...others].filter(matches), these, glob);
}
