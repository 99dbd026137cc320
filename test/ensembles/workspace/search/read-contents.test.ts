import assert from 'node:assert/strict';
import { stat, symlink, utimes } from 'node:fs/promises';
import path from 'node:path';
import { readContents } from '../../../../src/ensembles/workspace/search/read-contents.ts';
import { eachTest } from '../../each-test.ts';
import { makeTemporaryWorkspace } from '../temporary-workspace.ts';

describe('what stands for the contents of files', () => {
  const made = eachTest(() => makeTemporaryWorkspace());
  beforeEach(async () => {
    for (const file of ['a.txt', 'src/a.ts', 'src/deep/b.ts', 'src/c.md'])
      await made.write(file, `text of ${file}`);
  });

  const print = (...places: readonly string[]) => readContents(made.workspace).print(places);

  it('is the same while nothing changes, and says nothing about other places', async () => {
    const places = ['a.txt', 'src/**/*.ts'];
    const before = await print(...places);
    assert.match(before ?? '', /^[\w-]{43}$/);
    await made.write('b.txt', 'new');
    await made.write('src/c.md', 'changed');
    assert.equal(await print(...places), before);
  });

  it('is another one for other bytes, whatever times and sizes say', async () => {
    const file = path.join(made.root, 'a.txt');
    const before = await print('a.txt');
    const { atime, mtime } = await stat(file);
    await made.write('a.txt', 'TEXT of a.txt');
    await utimes(file, atime, mtime);
    assert.notEqual(await print('a.txt'), before);
  });

  it('is another one for each file that comes, goes or is another kind', async () => {
    const seen = new Set([await print('src')]);
    await made.write('src/new', '');
    seen.add(await print('src'));
    await made.write('src/deep/new', '');
    seen.add(await print('src'));
    assert.equal(seen.size, 3);
    const missing = await print('missing');
    await made.write('missing', '');
    assert.notEqual(await print('missing'), missing);
  });

  it('follows a link to a file, and knows where it leads', async () => {
    await made.write('same.txt', 'text of a.txt');
    await symlink('a.txt', path.join(made.root, 'way'));
    const before = await print('way');
    assert.notEqual(before, undefined);
    assert.notEqual(before, await print('a.txt'));
  });

  it('can’t be told of what is binary, too much, behind a link to a folder, or in .git', async () => {
    await made.write('image', Buffer.from([0, 1, 2]));
    await symlink('src', path.join(made.root, 'linked'));
    await made.write('.git/config', 'x');
    for (const place of ['image', '**', '.git/config', '../outside/secret.txt'])
      assert.equal(await print('a.txt', place), undefined, place);
    for (let at = 0; at < 510; at++) await made.write(`many/${at}`, '');
    assert.equal(await print('many'), undefined);
    assert.notEqual(await print('many/1'), undefined);
  });

  it('can’t be told of unsaved changes, which only some tools see', async () => {
    const text = { kind: 'text', text: 'x', isEncodingGuessed: false, isUnsaved: true } as const;
    const contents = readContents({ ...made.workspace, read: async () => text });
    assert.equal(await contents.print(['a.txt']), undefined);
  });

  it('does not mistake the end of one text for the beginning of the next', async () => {
    await made.write('one/a', 'b');
    await made.write('one/c', '');
    const before = await print('one');
    await made.write('one/a', '');
    await made.write('one/c', 'b');
    assert.notEqual(await print('one'), before);
  });

  it('has one spelling for each place', () => {
    const { spell } = readContents(made.workspace);
    const one = spell('src/a.ts');
    for (const path of ['./src/a.ts', 'src//a.ts', 'src\\a.ts', 'src/deep/../a.ts', `${made.root}/src/a.ts`])
      assert.equal(spell(path), one, path);
    assert.equal(spell('src/**/*.ts'), `${made.root}/src/**/*.ts`);
    assert.notEqual(spell('../outside'), one);
  });
});
