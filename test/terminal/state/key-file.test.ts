import assert from 'node:assert/strict';
import { chmod, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { readKey } from '../../../src/terminal/state/key-file.ts';
import { tempRoot } from '../run-converse.ts';

async function read(file: string) {
  const warned: string[] = [];
  return { ...(await readKey({ warn: message => warned.push(message) }, file)), warned };
}

describe('The file with the key of the gateway', () => {
  it('is made once, for you alone, also by runs that start together', async () => {
    await using root = await tempRoot();
    const file = path.join(root.path, 'new', 'folder', 'key');
    const all = await Promise.all(Array.from({ length: 8 }, () => read(file)));
    const again = await read(file);
    const [first] = all;
    assert.ok(first !== undefined && 'key' in first);
    assert.match(first.key, /^converser-[\w-]{43}$/);
    for (const each of [...all, again]) assert.deepEqual(each, { key: first.key, warned: [] });
    assert.equal(await readFile(file, 'utf8'), `${first.key}\n`);
    assert.deepEqual(await readdir(path.dirname(file)), ['key']);
    if (process.platform === 'win32') return;
    assert.equal((await stat(file)).mode & 0o777, 0o600);
    assert.equal((await stat(path.dirname(file))).mode & 0o777, 0o700);
  });

  it('may hold a key of your own, which is kept as it is', async () => {
    await using root = await tempRoot();
    const file = path.join(root.path, 'key');
    await writeFile(file, 'a-key-of-my-own-choice\r\n', { mode: 0o600 });
    assert.deepEqual(await read(file), { key: 'a-key-of-my-own-choice', warned: [] });
  });

  it('is warned about where others can read it, or guess it', async () => {
    if (process.platform === 'win32') return;
    await using root = await tempRoot();
    const file = path.join(root.path, 'key');
    await writeFile(file, 'secret\n');
    await chmod(file, 0o640);
    const { warned } = await read(file);
    assert.deepEqual(warned, [
      `The key in ${file} is short, so programs could guess it.`,
      `Others can read the key in ${file}. Run: chmod 600 ${file}`,
    ]);
  });

  it('is an error where it can be neither read nor made', async () => {
    await using root = await tempRoot({ file: '' });
    for (const place of [root.path, path.join(root.path, 'file', 'key')]) {
      const found = await read(place);
      assert.ok('wrong' in found, place);
      assert.match(found.wrong, /^Can’t use the key file: .*\. Choose another with --key-file FILE\.$/);
    }
  });

  it('is an error where its key cannot be sent', async () => {
    await using root = await tempRoot({ empty: '\n', two: 'one\ntwo\n', letters: 'schlüssel-zum-haus' });
    for (const [name, reason] of [
      ['empty', / is empty\. Delete the file to get a new key\.$/],
      ['two', / can’t be sent: /],
      ['letters', / can’t be sent: /],
    ] as const) {
      const found = await read(path.join(root.path, name));
      assert.ok('wrong' in found);
      assert.match(found.wrong, reason);
    }
  });
});
