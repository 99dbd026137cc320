import assert from 'node:assert/strict';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { createTurnUndo } from '../../../../src/ensembles/workspace/journal/turn-undo.ts';
import { eachRecordedTurns } from './recorded-turn.ts';

describe('an undo that an editor makes', () => {
  const { made, turns } = eachRecordedTurns();
  const { signal } = new AbortController();
  const text = (file: string) => readFile(path.join(made.root, file), 'utf8');
  const undoing = () =>
    createTurnUndo({ journal: turns.journal, roots: () => made.workspace.roots, unsaved: () => [] });

  async function fileNow() {
    const turn = (await undoing().records()).findLast(({ record }) => record.header.undoes === undefined);
    const file = turn?.files.find(({ now }) => now.path === 'a.txt');
    assert.ok(turn && file);
    return { turn, file };
  }

  async function change(): Promise<void> {
    await made.write('a.txt', 'a');
    await made.write('b.txt', 'b');
    const call = turns.turn('Change');
    await call('write_file', { path: 'a.txt', content: 'a1' });
    await call('write_file', { path: 'b.txt', content: 'b1' });
    await call('write_file', { path: 'a.txt', content: 'a2' });
  }

  it('counts as undone, and is redone', async () => {
    await change();
    assert.equal(await undoing().byEditor([await fileNow()], () => made.write('a.txt', 'a')), true);
    assert.equal((await fileNow()).file.isUndone, true);
    assert.equal((await fileNow()).turn.isUndone, false);

    const { turn, file } = await fileNow();
    const { files } = await undoing().redo(turn, { signal, file });
    assert.deepEqual(files, [{ kind: 'restored', shown: 'a.txt' }]);
    assert.deepEqual([await text('a.txt'), await text('b.txt')], ['a2', 'b1']);
    assert.equal((await fileNow()).file.isUndone, false);
  });

  it('does not count where the editor has written something else', async () => {
    await change();
    assert.equal(await undoing().byEditor([await fileNow()], () => made.write('a.txt', 'a and mine')), false);
    assert.equal((await fileNow()).file.isUndone, false);
  });
});
