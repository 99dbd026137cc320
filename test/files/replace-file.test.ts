import assert from 'node:assert/strict';
import { lstat, readdir, readFile, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { replaceFile } from '../../src/files/replace-file.ts';
import { eachTest } from '../ensembles/each-test.ts';
import { createTempFolder } from '../ensembles/temp-folder.ts';

describe('replacing a file', () => {
  const root = eachTest(() => createTempFolder());
  let file: string;
  beforeEach(() => {
    file = root.file('own/file.json');
  });

  it('makes its folder for you alone, and leaves nothing else there', async () => {
    assert.equal(await replaceFile(file, 'one'), true);
    assert.equal(await replaceFile(file, 'two', { isDurable: true }), true);
    assert.equal(await readFile(file, 'utf8'), 'two');
    assert.deepEqual(await readdir(path.dirname(file)), ['file.json']);
    assert.equal((await stat(path.dirname(file))).mode & 0o777, 0o700);
  });

  it('gives it exactly the rights that are wanted', async () => {
    await replaceFile(file, 'one', { mode: 0o600 });
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    await replaceFile(file, 'two', { mode: 0o666 });
    assert.equal((await stat(file)).mode & 0o777, 0o666);
  });

  it('replaces a link, and not what it leads to', async () => {
    await root.write('other.json', 'theirs');
    await root.write('own/beside', '');
    await symlink(root.file('other.json'), file);
    await replaceFile(file, 'ours');
    assert.equal((await lstat(file)).isSymbolicLink(), false);
    assert.equal(await readFile(root.file('other.json'), 'utf8'), 'theirs');
  });

  it('leaves it as it is where it may not be replaced, or cannot be', async () => {
    await replaceFile(file, 'one');
    assert.equal(await replaceFile(file, 'two', { mayReplace: async () => false }), false);
    assert.equal(await readFile(file, 'utf8'), 'one');
    await root.write('own/folder/within', '');
    await assert.rejects(replaceFile(root.file('own/folder'), 'three'));
    assert.deepEqual((await readdir(path.dirname(file))).sort(), ['file.json', 'folder']);
  });
});
