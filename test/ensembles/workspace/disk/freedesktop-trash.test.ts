import assert from 'node:assert/strict';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { mock } from 'node:test';
import { moveToFreedesktopTrash } from '../../../../src/ensembles/workspace/disk/freedesktop-trash.ts';
import { eachTest } from '../../each-test.ts';
import { createTempFolder } from '../../temp-folder.ts';

describe('the trash of freedesktop.org', () => {
  const temp = eachTest(() => createTempFolder());

  it('keeps what was thrown away, and where it came from', async () => {
    const file = temp.file('a b/ä.txt');
    for (const content of ['first', 'second']) {
      await temp.write('a b/ä.txt', content);
      const hasTrash = process.platform !== 'win32' && process.platform !== 'darwin';
      assert.equal(await moveToFreedesktopTrash({ absolutePath: file }, temp.path), hasTrash);
      if (!hasTrash) return;
    }
    const trash = temp.file('Trash');
    assert.deepEqual((await readdir(path.join(trash, 'files'))).sort(), ['ä.2.txt', 'ä.txt']);
    assert.equal(await readFile(path.join(trash, 'files', 'ä.2.txt'), 'utf8'), 'second');
    const note = await readFile(path.join(trash, 'info', 'ä.txt.trashinfo'), 'utf8');
    const address = file.split('/').map(encodeURIComponent).join('/');
    assert.match(note, /^\[Trash Info\]\nPath=.*\nDeletionDate=\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\n$/);
    assert.ok(note.includes(`Path=${address}\n`));
  });

  it('tells the time at which it was thrown away as the clocks there show it', async function () {
    if (process.platform === 'win32' || process.platform === 'darwin') this.skip();
    const { TZ } = process.env;
    const file = temp.file('a.txt');
    mock.timers.enable({ apis: ['Date'], now: Date.parse('2026-03-01T02:00:00Z') });
    try {
      for (const [zone, time] of [
        ['America/New_York', '2026-02-28T21:00:00'],
        ['Asia/Kolkata', '2026-03-01T07:30:00'],
      ] as const) {
        process.env.TZ = zone;
        await writeFile(file, zone);
        const home = temp.file(path.basename(zone));
        assert.ok(await moveToFreedesktopTrash({ absolutePath: file }, home));
        const note = await readFile(path.join(home, 'Trash', 'info', 'a.txt.trashinfo'), 'utf8');
        assert.ok(note.endsWith(`\nDeletionDate=${time}\n`), note);
      }
    } finally {
      mock.timers.reset();
      if (TZ === undefined) delete process.env.TZ;
      else process.env.TZ = TZ;
    }
  });
});
