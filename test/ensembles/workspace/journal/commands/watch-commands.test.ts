import assert from 'node:assert/strict';
import { chmod, mkdir, readFile, stat, symlink } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { ordinarySnapshots } from '../../../../../src/ensembles/workspace/journal/watch/snapshots.ts';
import { eachRecordedTurns, outcomes, treeOf } from '../recorded-turn.ts';
import { runWatched } from './run-watched.ts';

describe('a turn with commands', () => {
  const { made, turns, reopen } = eachRecordedTurns({ runsLines: true });
  const at = (file: string) => path.join(made.root, file);
  const begin = () => turns.journal.record({ conversationId: 'c', title: 'Run' });
  const run = (lines: string, record = begin()) => runWatched(record, lines, made.root);

  it('is taken back with what commands created, wrote, moved, removed and made executable', async () => {
    await made.write('src/a.txt', 'one\n');
    await made.write('src/deep/b.txt', 'two\n');
    await made.write('run.sh', 'echo\n');
    await mkdir(at('empty'));
    await symlink('src', at('link'));
    const before = await treeOf(made.root);
    const rest = 'rmdir empty; ln -sfn moved link; mkdir -p x/y; echo z > x/y/z';
    await run(`echo more >> src/a.txt; mv src/deep moved; chmod +x run.sh; ${rest}`);
    const after = await treeOf(made.root);
    assert.notDeepEqual(after, before);
    const undone = await turns.undo();
    assert.ok(undone.every(({ kind }) => kind === 'restored'));
    assert.deepEqual(await treeOf(made.root), before);
    const [undo] = await turns.journal.records();
    await turns.undo(undo?.id);
    assert.deepEqual(await treeOf(made.root), after);
  });

  it('mixes commands and tools', async () => {
    await made.write('a.txt', 'first\n');
    const before = await treeOf(made.root);
    const record = begin();
    const call = turns.turn('Mixed', () => record);
    await call('write_file', { path: 'a.txt', content: 'tool\n' });
    await run('echo command >> a.txt; cp a.txt b.txt', record);
    await call('write_file', { path: 'b.txt', content: 'tool again\n' });
    await run('rm a.txt', record);
    await turns.undo();
    assert.deepEqual(await treeOf(made.root), before);
  });

  it('records nothing where a command changed nothing', async () => {
    await made.write('a.txt', 'same\n');
    await run('cat a.txt; touch a.txt; echo same > a.txt');
    const [record] = await turns.journal.records();
    assert.deepEqual([record?.changes, record?.others, record?.open], [[], [], []]);
  });

  it('sees what is written with the same size in the same instant', async () => {
    for (let time = 0; time < 10; time++) {
      await made.write('a.txt', 'one');
      await run('printf two > a.txt');
      await turns.undo();
      assert.equal(await readFile(at('a.txt'), 'utf8'), 'one');
    }
  });

  it('keeps what you put into a folder that a command made, and says so', async () => {
    await run('mkdir made; echo a > made/a.txt');
    await made.write('made/mine.txt', 'mine');
    const undone = await turns.undo();
    assert.deepEqual(Object.keys(await treeOf(made.root)), ['made', 'made/mine.txt']);
    assert.deepEqual(outcomes(undone), ['restored made/a.txt', 'conflict made']);
  });

  it('leaves other names of a file alone where a command made it another one', async () => {
    await made.write('a.txt', 'a');
    await made.write('b.txt', 'b');
    await run('ln -f a.txt b.txt');
    await turns.undo();
    assert.deepEqual(await treeOf(made.root), { 'a.txt': '644 a', 'b.txt': '644 b' });
    await run('ln -f a.txt c.txt; printf more >> c.txt');
    await turns.undo();
    assert.deepEqual(await treeOf(made.root), { 'a.txt': '644 a', 'b.txt': '644 b' });
  });

  it('says beforehand what is too large, and afterwards what of it was changed', async () => {
    const keeping = { ...ordinarySnapshots.keeping, file: 1000 };
    await reopen({ snapshots: { ...ordinarySnapshots, keeping } });
    await made.write('large.bin', 'x'.repeat(5000));
    await made.write('small.txt', 'small');
    await made.write('node_modules/p/one.js', 'x'.repeat(3000));
    await made.write('node_modules/p/two.js', 'x'.repeat(3000));
    const told = ['node_modules: 2 files, 6 KB', 'large.bin: 5 KB'];
    assert.deepEqual(await turns.journal.foresee(new AbortController().signal), told);
    assert.deepEqual(await run('echo more >> large.bin; rm -r node_modules; rm small.txt'), told);
    const [record] = await turns.journal.records();
    const others = ['node_modules: 2 files', 'large.bin'].map(each => `shell:run_command (${each})`);
    assert.deepEqual(record?.others, others);
    await turns.undo();
    assert.equal(await readFile(at('small.txt'), 'utf8'), 'small');
  });

  it('brings back the permissions even of what was too large to be kept', async () => {
    const keeping = { ...ordinarySnapshots.keeping, file: 1000 };
    await reopen({ snapshots: { ...ordinarySnapshots, keeping } });
    await made.write('large.bin', 'x'.repeat(5000));
    await chmod(at('large.bin'), 0o640);
    await run('chmod 755 large.bin');
    await turns.undo();
    assert.equal((await stat(at('large.bin'))).mode & 0o777, 0o640);
  });

  it('does not list more than it may, and says where', async () => {
    const listing = { ...ordinarySnapshots.listing, entries: 5 };
    await reopen({ snapshots: { ...ordinarySnapshots, listing } });
    for (const name of ['a', 'b', 'c', 'd']) await made.write(`many/${name}`, name);
    await made.write('one.txt', 'one');
    const told = await run('echo two > one.txt; echo x > many/a');
    assert.deepEqual(told, ['many: has too many files, or can’t be read']);
    await turns.undo();
    assert.equal(await readFile(at('one.txt'), 'utf8'), 'one');
  });

  it('copies only what has changed since the last command, also in another process', async () => {
    await made.write('a.txt', 'a'.repeat(50_000));
    await made.write('b.txt', 'b');
    await run('echo c > b.txt');
    const packs = path.join(turns.folder, 'contents');
    const before = await total(packs);
    await run('true');
    const added = (await total(packs)) - before;
    assert.ok(added < 1000, `${added} bytes were added.`);
    await reopen();
    const now = await total(packs);
    await run('rm a.txt');
    assert.equal(await total(packs), now);
    const records = await turns.journal.records();
    await turns.undo(records.find(({ changes }) => changes[0]?.after?.kind === 'absent')?.id);
    assert.equal(await readFile(at('a.txt'), 'utf8'), 'a'.repeat(50_000));
  });

  it('does not begin once it is told to stop', async () => {
    await made.write('a.txt', 'a');
    const record = begin();
    await assert.rejects(record.watch({ tool: 't', signal: AbortSignal.abort() }));
    assert.deepEqual(await turns.journal.records(), []);
  });
});

async function total(folder: string): Promise<number> {
  return Object.values(await treeOf(folder)).reduce((sum, { length }) => sum + length, 0);
}
