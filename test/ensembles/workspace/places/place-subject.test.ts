import assert from 'node:assert/strict';
import { mkdir, symlink } from 'node:fs/promises';
import path from 'node:path';
import { locatePath } from '../../../../src/converser/words/workspace/paths.ts';
import type { Workspace } from '../../../../src/converser/words/workspace/workspace.ts';
import { createPlacePatterns } from '../../../../src/ensembles/workspace/places/place-pattern.ts';
import { placeSubject } from '../../../../src/ensembles/workspace/places/place-subject.ts';
import { createMemoryWorkspace } from '../../../fakes/memory-workspace.ts';
import { makeTemporaryWorkspace } from '../temporary-workspace.ts';

const patterns = createPlacePatterns();
const subjectOf = (workspace: Workspace, ...paths: readonly string[]) =>
  placeSubject(
    { workspace, patterns },
    paths.map(each => locatePath(each, workspace.roots)),
  );

const files = {
  '/work/a.md': '',
  '/work/src/a.ts': '',
  '/work/src/deep/b.ts': '',
  '/work/src/odd/[id] {x}+(1).ts': '',
  '/work/keys/k.pem': '',
};

describe('what a call on files is about', () => {
  const workspace = createMemoryWorkspace({ files });
  const covered = async (pattern: string, ...paths: readonly string[]) =>
    (await subjectOf(workspace, ...paths)).covered(pattern);

  for (const [pattern, place, extent] of [
    ['src/a.ts', 'src/a.ts', 'all'],
    ['src/**', 'src/deep/b.ts', 'all'],
    ['src/*', 'src/deep/b.ts', 'none'],
    ['*.ts', 'src/deep/b.ts', 'all'],
    ['/*.ts', 'src/deep/b.ts', 'none'],
    ['/a.md', 'a.md', 'all'],
    ['a.ts', 'src/a.ts', 'all'],
    ['/a.ts', 'src/a.ts', 'none'],
    ['SRC/**', 'src/a.ts', 'none'],
    ['src/**', 'src/new/file.ts', 'all'],
    // A folder stands for all that is in it.
    ['src/**', 'src', 'all'],
    ['src/deep/**', 'src', 'some'],
    ['src/*', 'src', 'some'],
    ['src/**/*.ts', 'src', 'some'],
    ['*.pem', 'src', 'some'],
    ['!*.ts', 'src', 'some'],
    ['keys/**', 'src', 'none'],
    ['/a.md', 'src', 'none'],
    ['src2/**', 'src', 'none'],
    ['keys/**', '.', 'some'],
    ['**', '.', 'all'],
    ['{src,keys}/**', 'src', 'all'],
    ['{lib,keys}/**', 'src', 'some'],
    ['src', 'src', 'some'],
    ['!src/deep/**', '.', 'some'],
    ['!src/deep/**', 'src', 'some'],
    ['!src/deep/**', 'keys', 'all'],
    ['!(keys)/**', '.', 'some'],
    ['src/!(deep)/**', 'src', 'some'],
    // Brackets are read in two ways; a yes needs `all`, which only the likelier way gives.
    ['app/(auth)/**', 'app/(auth)/a.ts', 'all'],
    ['app/(auth)/**', 'app/auth/a.ts', 'some'],
    ['app/(a|b)/**', 'app/a/x.ts', 'all'],
    ['app/(a|b)/**', 'app/(a|b)/x.ts', 'some'],
    ['[...slug]/**', '[...slug]/b.ts', 'all'],
    ['[id]/**', '[id]/b.ts', 'all'],
    ['[id]/**', 'i/b.ts', 'some'],
    ['[Mm]akefile', 'Makefile', 'some'],
    ['v[0-9_].ts', 'v1.ts', 'all'],
    ['v[0-9_].ts', 'v[0-9_].ts', 'some'],
    ['plan*(copy).md', 'plan 1(copy).md', 'some'],
    ['app/\\[id\\]/*', 'app/[id]/e.ts', 'all'],
    ['app\\(auth)\\**', 'app/(auth)/e.ts', 'all'],
    ['!app/[id]/**', 'app/i/e.ts', 'some'],
    ['!app/[id]/**', 'app/[id]/e.ts', 'none'],
    ['app/!([id])/x', 'app/i/x', 'some'],
    // Names that look the same: what denies counts, what allows doesn't.
    ['d\u2019e\u0301cran/**', "d'\u00e9cran/a.ts", 'some'],
    ['my notes/**', 'my\u00a0notes/a.ts', 'some'],
    ['my\u00a0notes/**', 'my\u00a0notes/a.ts', 'all'],
    ['secret*', 'se\u200bcret.txt', 'some'],
  ] as const) {
    it(`${pattern} covers ${extent} of ${place}`, async () => {
      assert.equal(await covered(pattern, place), extent);
    });
  }

  it('is covered as a whole only where each place is', async () => {
    assert.equal(await covered('src/**', 'src/a.ts', 'src/new.ts'), 'all');
    assert.equal(await covered('src/**', 'src/a.ts', 'lib/a.ts'), 'some');
    assert.equal(await covered('keys/**', 'src/a.ts', 'lib/a.ts'), 'none');
  });

  it('is covered by the patterns that it proposes, the first of which covers nothing else', async () => {
    for (const [places, patterns] of [
      [['src/a.ts'], ['src/a.ts', 'src/**']],
      [['a.md'], ['/a.md']],
      [['src'], ['src/**']],
      [['src/a.ts', 'src/deep/c.ts'], ['src/**']],
      [['src/a.ts', 'lib/a.ts'], []],
      [['.'], []],
    ] as const) {
      const subject = await subjectOf(workspace, ...places);
      assert.deepEqual(await subject.patterns(), patterns, places.join());
    }
    const odd = 'src/odd/[id] {x}+(1).ts';
    const [exact = ''] = await (await subjectOf(workspace, odd)).patterns();
    assert.equal(await covered(exact, odd), 'all');
    for (const other of ['src/odd/i {x}+(1).ts', 'src/odd/[id] x1.ts', 'src/odd/other.ts'])
      assert.equal(await covered(exact, other), 'none', other);
  });

  it('says why a pattern cannot be used', async () => {
    await assert.rejects(covered('!(a)!(b)', 'src/a.ts'), /can’t be used/);
  });

  it('is compared as the file system does', async () => {
    const folding = createMemoryWorkspace({ files, rules: { foldsCase: true, windows: false } });
    const subject = await subjectOf(folding, 'SRC/A.ts');
    assert.equal(await subject.covered('src/a.TS'), 'all');
  });

  it('begins with the name of its root where there are several', async () => {
    const two = createMemoryWorkspace({
      roots: ['one', 'two'],
      files: { '/one/src/a.ts': '', '/two/src/a.ts': '' },
    });
    const subject = await subjectOf(two, 'one/src/a.ts');
    assert.deepEqual(await subject.patterns(), ['one/src/a.ts', 'one/src/**']);
    assert.deepEqual([await subject.covered('two/**'), await subject.covered('one/**')], ['none', 'all']);
    assert.deepEqual(await (await subjectOf(two, 'one/src/a.ts', 'two/src/a.ts')).patterns(), []);
  });

  it('has all the names of a place to which links lead', async () => {
    const made = await makeTemporaryWorkspace({ ripgrep: false });
    try {
      await made.write('secret/key.txt', 'SECRET');
      await mkdir(path.join(made.root, 'open'));
      await symlink('../secret', path.join(made.root, 'open', 'l'));
      await symlink('../secret/key.txt', path.join(made.root, 'open', 'k.txt'));
      for (const place of ['open/l/key.txt', 'open/k.txt']) {
        const subject = await subjectOf(made.workspace, place);
        assert.deepEqual(
          [await subject.covered('secret/**'), await subject.covered('open/**')],
          ['some', 'some'],
        );
        assert.deepEqual(await subject.patterns(), []);
      }
    } finally {
      await made.dispose();
    }
  });
});
