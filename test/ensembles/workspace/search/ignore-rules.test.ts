import assert from 'node:assert/strict';
import fc from 'fast-check';
import ignore from 'ignore';
import { createIgnoreRules } from '../../../../src/ensembles/workspace/search/ignore-rules.ts';
import { createMemoryWorkspace } from '../../../fakes/memory-workspace.ts';

const name = fc.constantFrom('a', 'b', 'ab', 'a.log', 'b.log', '.env', 'x y', '#a', '!b', 'a[b]', 'A');
const path = fc.array(name, { minLength: 1, maxLength: 4 }).map(names => names.join('/'));
const part = fc.constantFrom(
  'x\\ y',
  ...String.raw`a b ab * *.log a* ? [ab] [!a] ** \#a a\[b] .e* A`.split(' '),
);
const line = fc
  .tuple(
    fc.constantFrom('', '', '', '!'),
    fc.constantFrom('', '', '/'),
    fc.array(part, { minLength: 1, maxLength: 3 }).map(parts => parts.join('/')),
    fc.constantFrom('', '', '/', ' '),
  )
  .map(pieces => pieces.join(''));

describe('ignore rules', () => {
  it('leave out what the library that speaks for git leaves out', async () => {
    const files = fc.array(line, { minLength: 1, maxLength: 6 });
    await fc.assert(
      fc.asyncProperty(files, fc.array(path, { minLength: 10, maxLength: 10 }), async (lines, paths) => {
        const theirs = ignore({ ignoreCase: false }).add(lines);
        const rules = await rulesOf({ '/work/.gitignore': lines.join('\n') });
        for (const one of paths)
          assert.equal(await rules.isIgnored(one), theirs.ignores(one), `${one} in ${JSON.stringify(lines)}`);
      }),
      { numRuns: 300 },
    );
  });

  it('of deeper folders count more', async () => {
    const rules = await rulesOf({
      '/work/.gitignore': '*.log\n/top.txt\n',
      '/work/a/.gitignore': '!kept.log\n',
      '/work/a/.ignore': 'own/\n',
    });
    await rules.leaveOut(['x.log', 'top.txt', 'a/own/x'], ['a/kept.log', 'a/b/kept.log', 'a/top.txt']);
  });

  it('take what is escaped in a class for itself', async () => {
    const rules = await rulesOf({ '/work/.gitignore': 'a[x\\]]\nb[0\\-9]\n' });
    await rules.leaveOut(['a]', 'ax', 'b-', 'b9'], ['a\\]', 'b5']);
  });

  it('take no notice of lines and files that nobody would write', async () => {
    const rules = await rulesOf({
      '/work/.gitignore': `${'a'.repeat(2000)}\n[z-a]\nx.txt\n`,
      '/work/.ignore': `y.txt\n${'#'.repeat(1_100_000)}`,
    });
    await rules.leaveOut(['x.txt'], ['y.txt', 'a'.repeat(2000)]);
  });
});

async function rulesOf(files: Readonly<Record<string, string>>) {
  const workspace = createMemoryWorkspace({ files });
  const [root] = workspace.roots;
  assert.ok(root);
  const rules = createIgnoreRules(workspace, () => undefined);
  const isIgnored = (one: string) => rules.isIgnored({ root, path: one }, 'file');
  return {
    isIgnored,
    /** Looks that they leave out these, and none of the others. */
    async leaveOut(these: readonly string[], others: readonly string[]): Promise<void> {
      for (const one of these) assert.equal(await isIgnored(one), true, one);
      for (const one of others) assert.equal(await isIgnored(one), false, one);
    },
  };
}
