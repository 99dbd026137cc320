import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { chmod, mkdir, readFile, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { describe, it } from 'mocha';
import type { ChangeRecord } from '../../../../src/converser/words/workspace/undo-journal.ts';
import { readRecord } from '../../../../src/ensembles/workspace/journal/record-file.ts';
import { eachRecordedTurns, outcomes, treeOf } from './recorded-turn.ts';

describe('undo', () => {
  const { made, turns, reopen } = eachRecordedTurns();
  const at = (file: string) => path.join(made.root, file);
  const textOf = (file: string) => readFile(at(file), 'utf8');

  it('brings back what was created, written, edited, moved and deleted', async () => {
    await made.write('src/a.txt', 'one\r\ntwo\r\n');
    await made.write('src/tool.sh', '#!/bin/sh\n');
    await chmod(at('src/tool.sh'), 0o755);
    await made.write('data/image.bin', new Uint8Array([0, 255, 1, 254]));
    await mkdir(at('data/empty'));
    await symlink('../src/a.txt', at('data/link'));
    const before = await treeOf(made.root);
    const call = turns.turn('Tidy up');
    await call('write_file', { path: 'new/deep/b.txt', content: 'b' });
    const pieces = [{ action: 'search_replace', search: 'two', text: '2' }];
    await call('edit_file', { path: 'src/a.txt', pieces });
    await call('write_file', { path: 'src/a.txt', content: 'other' });
    await call('move_file', { path: 'src/a.txt', new_path: 'moved/a.txt' });
    await call('write_file', { path: 'moved/a.txt', content: 'once more' });
    await call('write_file', { path: 'src/tool.sh', content: 'echo' });
    await call('delete_file', { path: 'src/tool.sh' });
    await call('delete_file', { path: 'data' });
    assert.notDeepEqual(await treeOf(made.root), before);

    const undone = await turns.undo();

    assert.deepEqual(await treeOf(made.root), before);
    assert.ok(undone.every(({ kind }) => kind === 'restored'));
    assert.deepEqual(turns.warnings, []);
  });

  it('brings back a file whose name could not be longer', async () => {
    const name = 'n'.repeat(255);
    await made.write(name, 'old');
    await turns.turn('Delete')('delete_file', { path: name });
    assert.deepEqual(outcomes(await turns.undo()), [`restored ${name}`]);
    assert.equal(await textOf(name), 'old');
  });

  it('takes back the rest where single changes of a file were taken back, unless anything else was changed in it', async () => {
    const lines = (...changed: readonly number[]) =>
      Array.from({ length: 9 }, (_, line) => `${changed.includes(line) ? 'new' : 'old'} ${line}\n`).join('');
    await made.write('a.txt', lines());
    for (const [left, kind] of [
      [lines(1, 8), 'restored'],
      [lines(4), 'restored'],
      [lines(1, 4).replace('new 1', 'mine'), 'conflict'],
      [lines(1, 5), 'conflict'],
      [`${lines(1)}mine\n`, 'conflict'],
      [lines(1).replaceAll('\n', '\r\n'), 'conflict'],
      [lines(1).slice(0, -1), 'conflict'],
    ] as const) {
      await made.write('a.txt', lines());
      await turns.turn('Change')('write_file', { path: 'a.txt', content: lines(1, 4, 8) });
      await turns.dispose();
      await made.write('a.txt', left);
      const [undone] = await turns.undo();
      assert.equal(undone?.kind, kind, left);
      assert.equal(await textOf('a.txt'), kind === 'restored' ? lines() : left);
      if (kind === 'conflict') continue;
      const [undo] = await turns.journal.records();
      await turns.undo(undo?.id);
      assert.equal(await textOf('a.txt'), left, 'the undo can be undone');
    }
  });

  it('leaves what has changed since, and says so', async () => {
    await made.write('a.txt', 'a');
    await made.write('b.txt', 'b');
    const call = turns.turn('Change');
    await call('write_file', { path: 'a.txt', content: 'tool' });
    await call('write_file', { path: 'b.txt', content: 'tool' });
    await made.write('a.txt', 'person');
    const undone = await turns.undo();
    assert.equal(await textOf('a.txt'), 'person');
    assert.equal(await textOf('b.txt'), 'b');
    assert.deepEqual(outcomes(undone), ['restored b.txt', 'conflict a.txt']);
  });

  it('keeps files that were put into a folder that the turn made', async () => {
    await turns.turn('Make')('write_file', { path: 'made/a.txt', content: 'a' });
    await made.write('made/mine.txt', 'mine');
    await turns.undo();
    assert.deepEqual(Object.keys(await treeOf(made.root)), ['made', 'made/mine.txt']);
  });

  it('does not follow a link that has come in the way', async () => {
    await made.write('in/secret.txt', 'mine');
    await turns.turn('Change')('write_file', { path: 'in/secret.txt', content: 'tool' });
    await rename(at('in'), at('elsewhere'));
    await writeFile(path.join(made.beside, 'outside', 'secret.txt'), 'tool');
    await symlink(path.join(made.beside, 'outside'), at('in'));
    const [undone] = await turns.undo();
    assert.equal(undone?.kind, 'conflict');
    assert.equal(await readFile(path.join(made.beside, 'outside', 'secret.txt'), 'utf8'), 'tool');
  });

  it('does not follow a link to another folder of the workspace either', async () => {
    await made.write('in/a.txt', 'mine');
    await turns.turn('Change')('write_file', { path: 'in/a.txt', content: 'tool' });
    await rename(at('in'), at('other'));
    await symlink('other', at('in'));
    const [undone] = await turns.undo();
    assert.equal(undone?.kind, 'conflict');
    assert.equal(await textOf('other/a.txt'), 'tool');
  });

  it('refuses a change that is too large to be kept, and changes nothing', async () => {
    await reopen({ limits: { changeBytes: 10, changeEntries: 3, records: 9, totalBytes: 1e6 } });
    await made.write('large.txt', 'more than ten bytes');
    for (const name of ['1', '2', '3']) await made.write(`many/${name}`, '');
    const call = turns.turn('Change');
    const refusal = /undo couldn’t bring it back/;
    await assert.rejects(call('write_file', { path: 'large.txt', content: 'x' }), refusal);
    await assert.rejects(call('delete_file', { path: 'many' }), refusal);
    assert.equal(await textOf('large.txt'), 'more than ten bytes');
    assert.ok(await stat(at('many/3')));
  });

  it('refuses a change where nothing can be kept', async () => {
    await rm(turns.folder, { recursive: true });
    await writeFile(turns.folder, 'in the way');
    const write = turns.turn('Change')('write_file', { path: 'a.txt', content: 'x' });
    await assert.rejects(write, /undo couldn’t bring it back/);
    await assert.rejects(stat(at('a.txt')));
  });

  it('tells whether anything can be kept before something changes', async () => {
    assert.equal(await turns.journal.trouble(), undefined);
    await rm(turns.folder, { recursive: true });
    await writeFile(turns.folder, 'in the way');
    assert.match((await turns.journal.trouble()) ?? '', /EEXIST|ENOTDIR/);
  });

  it('recognises what it was writing when Converser ended, and leaves anything else', async () => {
    await made.write('a.txt', 'a');
    await turns.turn('Change')('write_file', { path: 'a.txt', content: 'tool' });
    const [record] = await turns.journal.records();
    const afters = record?.changes.map(({ after }) => after);
    assert.deepEqual(afters, [undefined], 'what goes without saying is written with what comes next');
    await made.write('a.txt', 'mine');
    const [left] = await turns.undo(record?.id);
    assert.equal(left?.kind, 'conflict');
    assert.equal(await textOf('a.txt'), 'mine');
    await made.write('a.txt', 'tool');
    const [restored] = await turns.undo(record?.id);
    assert.equal(restored?.kind, 'restored');
    assert.equal(await textOf('a.txt'), 'a');
    assert.deepEqual(await turns.undo(record?.id), [], 'nothing is left to do');
  });

  it('removes the draft of a change that Converser did not live to make', async () => {
    await made.write('a.txt', 'a');
    const around = (record: ChangeRecord): ChangeRecord => ({
      ...record,
      async begin(change) {
        await record.begin(change);
        await made.write('.converser-0123abcd-4567.tmp', 'too');
        await made.write('.converser-mine.tmp', 'mine');
        throw new Error('killed');
      },
    });
    const write = turns.turn('Change', around)('write_file', { path: 'a.txt', content: 'tool' });
    await assert.rejects(write);
    await turns.undo();
    assert.deepEqual(Object.keys(await treeOf(made.root)), ['.converser-mine.tmp', 'a.txt']);
  });

  it('reads what is left of a record that was cut off anywhere', async () => {
    await made.write('a.txt', 'a\n{"line":"other","tool":"forged"}\n');
    const call = turns.turn('Change');
    await call('write_file', { path: 'a.txt', content: 'b' });
    await call('delete_file', { path: 'a.txt' });
    const [record] = await turns.journal.records();
    const whole = await readFile(path.join(turns.folder, `${record?.id}.undo`));
    const cut = path.join(made.beside, 'cut.undo');
    const step = 7;
    let most = 0;
    for (let length = whole.length % step; length <= whole.length; length += step) {
      await writeFile(cut, whole.subarray(0, length));
      const read = await readRecord(cut, 'cut');
      assert.deepEqual(read?.others ?? [], []);
      const changes = read?.changes.length ?? 0;
      assert.ok(changes >= most, 'A longer record tells no less.');
      most = changes;
      for (const { change } of read?.changes ?? []) {
        if (change.kind !== 'replace' || change.before.kind !== 'file') continue;
        assert.equal((await read?.bytes(change.before.hash))?.length, change.before.size);
      }
    }
    assert.equal(most, 2);
  });

  it('keeps what comes after a change that the disk had no room for', async function () {
    if (process.platform === 'win32') this.skip();
    await made.write('large.txt', 'x'.repeat(300_000));
    await made.write('small.txt', 'small');
    const program = path.join(import.meta.dirname, 'record-with-limit.ts');
    const run = `ulimit -f 400; exec "$0" "$@"`;
    const args = [program, made.root, turns.folder, 'small.txt', 'large.txt', 'small.txt'];
    const { stdout } = await promisify(execFile)('/bin/sh', ['-c', run, process.execPath, ...args]);
    const lines = stdout.trimEnd().split('\n');
    assert.deepEqual([lines.length, lines[0], lines[2]], [3, 'small.txt: kept', 'small.txt: kept']);
    assert.match(lines[1] ?? '', /^large.txt: .*undo couldn’t bring it back: EFBIG/);
    const [record] = await turns.journal.records();
    assert.equal(record?.changes.length, 2);
    for (const { change } of record.changes) {
      assert.ok(change.kind === 'replace' && change.before.kind === 'file');
      assert.equal(Buffer.from(await record.bytes(change.before.hash)).toString(), 'small');
    }
  });

  it('puts nothing back that was damaged', async () => {
    await made.write('a.txt', 'my words');
    await made.write('folder/b.txt', 'my other words');
    const call = turns.turn('Change');
    await call('write_file', { path: 'a.txt', content: 'tool' });
    await call('delete_file', { path: 'folder' });
    const [record] = await turns.journal.records();
    const file = path.join(turns.folder, `${record?.id}.undo`);
    const content = await readFile(file, 'latin1');
    await writeFile(file, content.replaceAll('words', 'worms'), 'latin1');
    const undone = await turns.undo();
    const reason = 'what was kept for undo is damaged.';
    assert.deepEqual(
      undone.map(each => each.kind === 'conflict' && [each.shown, each.reason]),
      [
        ['folder', reason],
        ['a.txt', reason],
      ],
    );
    assert.deepEqual(Object.values(await treeOf(made.root)), ['644 tool']);
  });

  it('stops between two changes once it is told to', async () => {
    const call = turns.turn('Make');
    await call('write_file', { path: 'a.txt', content: 'a' });
    await call('write_file', { path: 'b.txt', content: 'b' });
    assert.deepEqual(await turns.undo(undefined, AbortSignal.abort()), []);
    assert.deepEqual(Object.keys(await treeOf(made.root)), ['a.txt', 'b.txt']);
  });

  it('forgets the oldest records of too many', async () => {
    await reopen({ limits: { changeBytes: 1e6, changeEntries: 9, records: 3, totalBytes: 1e6 } });
    for (const name of ['1', '2', '3', '4', '5'])
      await turns.turn(name)('write_file', { path: name, content: name });
    const titles = (await turns.journal.records()).map(({ header }) => header.title);
    assert.deepEqual(titles, ['5', '4', '3']);
  });

  it('takes the last turn that is not undone', async () => {
    await turns.turn('first')('write_file', { path: 'a.txt', content: '1' });
    await turns.turn('second')('write_file', { path: 'a.txt', content: '2' });
    await turns.undo();
    assert.equal(await textOf('a.txt'), '1');
    await turns.undo();
    assert.deepEqual(await treeOf(made.root), {});
    await assert.rejects(turns.undo(), /nothing to undo/);
  });
});
