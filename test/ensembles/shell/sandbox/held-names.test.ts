import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { mkdir, readdir } from 'node:fs/promises';
import { createHeldNames } from '../../../../src/ensembles/shell/sandbox/held-names.ts';
import { createHeldNotes } from '../../../../src/ensembles/shell/sandbox/held-notes.ts';
import { eachTest } from '../../each-test.ts';
import { createTempFolder } from '../../temp-folder.ts';

describe('the names that commands must not take', () => {
  const root = eachTest(() => createTempFolder());
  const state = eachTest(() => createTempFolder());

  const hold = () => createHeldNames(createHeldNotes(state.path)).hold([root.path]);

  it('are held only while a command runs, and noted as long', async () => {
    const { release } = await hold();
    assert.deepEqual((await readdir(root.path)).toSorted(), ['.git', '.vscode']);
    assert.deepEqual(await readdir(state.path), [`held-${process.pid}.json`]);
    await release();
    assert.deepEqual([await readdir(root.path), await readdir(state.path)], [[], []]);
  });

  it('are held until the last of several commands has ended, however they begin and end', async () => {
    const names = createHeldNames(createHeldNotes(state.path));
    const [first, ...others] = await Promise.all([1, 2, 3].map(() => names.hold([root.path])));
    assert.ok(first);
    await Promise.all(others.map(({ release }) => release()));
    assert.equal((await readdir(root.path)).length, 2);
    const [, next] = await Promise.all([first.release(), names.hold([root.path])]);
    assert.equal((await readdir(root.path)).length, 2);
    await next.release();
    assert.deepEqual(await readdir(root.path), []);
  });

  it('are given back for a process that was killed, but for what is in them', async () => {
    const { pid } = spawnSync(process.execPath, ['-e', '']);
    for (const name of ['.git', '.vscode']) await mkdir(root.file(name));
    await root.write('.vscode/settings.json', '{}');
    await state.write(`held-${pid}.json`, JSON.stringify([root.file('.git'), root.file('.vscode'), 7]));
    await state.write('held-1.json', JSON.stringify([root.file('.git')]));
    await state.write('held-x.json', 'not JSON');
    const { release } = await hold();
    await release();
    assert.deepEqual(await readdir(root.path), ['.vscode']);
    assert.deepEqual((await readdir(state.path)).toSorted(), ['held-1.json', 'held-x.json']);
  });
});
