import assert from 'node:assert/strict';
import { mkdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { createTurnUndo } from '../../../../src/ensembles/workspace/journal/turn-undo.ts';
import { eachRecordedTurns, treeOf } from './recorded-turn.ts';

describe('undo of single files', () => {
  const { made, turns } = eachRecordedTurns();
  const { signal } = new AbortController();
  const text = (file: string) => readFile(path.join(made.root, file), 'utf8');

  const undoing = () =>
    createTurnUndo({
      journal: turns.journal,

      roots: () => made.workspace.roots,
      unsaved: () => [],
    });

  /** The turn as it is known now, and what of it is undone. */
  async function turnNow() {
    const turn = (await undoing().records()).findLast(({ record }) => record.header.undoes === undefined);
    assert.ok(turn);
    const undone = turn.files.filter(file => file.isUndone).map(({ now }) => now.path);
    return { turn, undone };
  }

  async function undo(...files: readonly string[]) {
    const { turn } = await turnNow();
    const chosen = turn.files.filter(({ now }) => files.includes(now.path));
    assert.equal(chosen.length, files.length);
    return undoing().undo(turn.record, { signal, files: chosen });
  }

  it('takes back one file and leaves the others, and the rest later', async () => {
    await made.write('a.txt', 'a');
    await made.write('b.txt', 'b');
    const before = await treeOf(made.root);
    const call = turns.turn('Change');
    await call('write_file', { path: 'a.txt', content: 'a1' });
    await call('write_file', { path: 'b.txt', content: 'b1' });
    await call('write_file', { path: 'a.txt', content: 'a2' });
    await call('write_file', { path: 'new/c.txt', content: 'c' });

    const { files, isWhole } = await undo('a.txt');
    assert.deepEqual(files, [{ kind: 'restored', shown: 'a.txt' }]);
    assert.equal(isWhole, true);
    assert.deepEqual([await text('a.txt'), await text('b.txt'), await text('new/c.txt')], ['a', 'b1', 'c']);
    const { turn, undone } = await turnNow();
    assert.deepEqual(undone, ['a.txt']);
    assert.equal(turn.isUndone, false);

    await undo('new/c.txt');
    await undo('b.txt');
    assert.deepEqual(await treeOf(made.root), before);
    assert.equal((await turnNow()).turn.isUndone, true);
  });

  it('is undone by itself, and counts no longer then', async () => {
    await made.write('a.txt', 'a');
    const call = turns.turn('Change');
    await call('write_file', { path: 'a.txt', content: 'a1' });
    await call('write_file', { path: 'b.txt', content: 'b1' });
    await undo('a.txt');
    const { turn } = await turnNow();
    const [file] = turn.files;
    assert.ok(file);
    await undoing().redo(turn, { signal, file });
    assert.equal(await text('a.txt'), 'a1');
    assert.deepEqual((await turnNow()).undone, []);
    await undo('a.txt');
    assert.equal(await text('a.txt'), 'a');
    assert.deepEqual((await turnNow()).undone, ['a.txt']);
  });

  it('takes along what can’t be told apart: files in a folder that was moved', async () => {
    await made.write('src/a.txt', 'a');
    await made.write('src/b.txt', 'b');
    await made.write('c.txt', 'c');
    const call = turns.turn('Change');
    await call('write_file', { path: 'src/a.txt', content: 'a1' });
    await call('move_file', { path: 'src', new_path: 'lib' });
    await call('write_file', { path: 'lib/b.txt', content: 'b1' });
    await call('write_file', { path: 'c.txt', content: 'c1' });
    await undo('lib/a.txt');
    assert.deepEqual(Object.keys(await treeOf(made.root)), ['c.txt', 'src', 'src/a.txt', 'src/b.txt']);
    const texts = await Promise.all(['src/a.txt', 'src/b.txt', 'c.txt'].map(text));
    assert.deepEqual(texts, ['a', 'b', 'c1']);
    assert.deepEqual((await turnNow()).undone.sort(), ['lib', 'lib/a.txt', 'lib/b.txt']);
  });

  it('leaves a folder that a command made until nothing of it is left', async () => {
    const changes = turns.journal.record({ conversationId: 'c', title: 'Command' });
    const watched = await changes.watch({ tool: 'shell:run', signal });
    await mkdir(path.join(made.root, 'out/deep'), { recursive: true });
    await made.write('out/a.txt', 'a');
    await made.write('out/deep/b.txt', 'b');
    await watched.done();
    await changes.end();
    await undo('out/deep/b.txt');
    assert.deepEqual(Object.keys(await treeOf(made.root)), ['out', 'out/a.txt']);
    await undo('out/a.txt');
    assert.deepEqual(Object.keys(await treeOf(made.root)), []);
    assert.equal((await turnNow()).turn.isUndone, true);
  });

  it('leaves what has changed since, and the turn is not undone by that', async () => {
    await made.write('a.txt', 'a');
    await turns.turn('Change')('write_file', { path: 'a.txt', content: 'a1' });
    await made.write('a.txt', 'mine');
    const { files, isWhole } = await undo('a.txt');
    assert.equal(files[0]?.kind, 'conflict');
    assert.equal(isWhole, false);
    assert.equal(await text('a.txt'), 'mine');
    assert.deepEqual((await turnNow()).undone, []);
  });

  it('is told file by file: what happened to it, where it is, and how many lines came and went', async () => {
    await made.write('a.txt', 'one\ntwo\n');
    await made.write('b.txt', 'b\n');
    await made.write('c.txt', 'c\n');
    await made.write('d.bin', new Uint8Array([0, 1, 2]));
    const call = turns.turn('Change');
    await call('write_file', { path: 'a.txt', content: 'one\n2\n3\n' });
    await call('move_file', { path: 'b.txt', new_path: 'lib/b.txt' });
    await call('delete_file', { path: 'c.txt' });
    await call('delete_file', { path: 'd.bin' });
    await call('write_file', { path: 'e.txt', content: 'e\n' });
    // What was written is kept at the end of the turn.
    await turns.dispose();
    const { turn } = await turnNow();
    const told = (await undoing().describe(turn, 4)).map(({ file: _file, ...rest }) => rest);
    assert.deepEqual(told, [
      { shown: 'a.txt', kind: 'changed', counts: '+2 −1' },
      { shown: 'lib/b.txt', kind: 'moved', from: 'b.txt' },
      { shown: 'c.txt', kind: 'deleted', counts: '+0 −1' },
      { shown: 'd.bin', kind: 'deleted' },
    ]);
  });

  it('counts as undone where everything was back already', async () => {
    await made.write('a.txt', 'a');
    await turns.turn('Change')('write_file', { path: 'a.txt', content: 'a1' });
    await made.write('a.txt', 'a');
    const { turn } = await turnNow();
    const { files } = await undoing().undo(turn.record, { signal });
    assert.deepEqual(files, [{ kind: 'unchanged', shown: 'a.txt' }]);
    const now = await turnNow();
    assert.equal(now.turn.isUndone, true);
    await undoing().redo(now.turn, { signal });
    assert.equal((await turnNow()).turn.isUndone, false);
  });
});
