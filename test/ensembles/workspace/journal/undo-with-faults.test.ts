import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import {
  chmod,
  link,
  mkdir,
  readdir,
  readFile,
  rm,
  stat,
  symlink,
  utimes,
  writeFile,
} from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { createDiskJournal } from '../../../../src/ensembles/workspace/journal/disk-journal.ts';
import { createTurnUndo } from '../../../../src/ensembles/workspace/journal/turn-undo.ts';
import { lastUndoable } from '../../../../src/ensembles/workspace/journal/undoable.ts';
import { bytePath } from '../../../../src/files/byte-names.ts';
import { runWatched } from './commands/run-watched.ts';
import { type Fault, withFault } from './faulty-disk.ts';
import { eachRecordedTurns, treeOf } from './recorded-turn.ts';

const command = [
  'rm -r gone; echo changed > a.txt; ln -sfn a.txt link; chmod 1770 mode; chmod 4755 tool; mkdir -p made/deep',
  'echo new > made/deep/b.txt; rm file; mkdir file; echo in > file/in; rm -r folder; echo now a file > folder',
  'printf longer-than-before > hard1; mv moved/m.txt moved.txt; chmod 555 locked; cp a.txt "$(printf \'n\\351.txt\')"',
].join('\n');

describe('an undo that ends in the middle', () => {
  const { made, turns } = eachRecordedTurns({ runsLines: true });
  const { signal } = new AbortController();
  let seconds = 1_000_000;

  /** Each stands for a program of its own. */
  const program = () => {
    const journal = createDiskJournal({
      folder: turns.folder,
      roots: () => [made.root],
      clock: { now: () => new Date(++seconds * 1000) },
      log: { warn: () => {} },
      limits: { changeBytes: 1e8, changeEntries: 1e4, records: 10_000, totalBytes: 1e9 },
    });
    return createTurnUndo({ journal, roots: () => made.workspace.roots, unsaved: () => [] });
  };

  async function turn() {
    const found = (await program().records()).find(({ record }) => record.header.undoes === undefined);
    assert.ok(found);
    return found;
  }

  /** Undoes as often as it takes: it must never say that there is nothing to undo before all is back. */
  async function undoUntilBack(): Promise<void> {
    for (let runs = 0; ; runs++) {
      const next = lastUndoable(await program().records());
      if (next === undefined) return;
      assert.ok(runs < 2, 'one run without a fault is enough');
      const { files, isWhole } = await program().undo(next.record, { signal });
      assert.ok(isWhole, JSON.stringify(files));
    }
  }

  async function makeTurn() {
    const at = (name: string) => path.join(made.root, name);
    for (const name of [
      'a.txt',
      'gone/x',
      'gone/deep/y',
      'file',
      'folder/in',
      'mode/o',
      'moved/m.txt',
      'locked/l',
    ])
      await made.write(name, `first ${name}`);
    if (process.platform === 'linux') await writeFile(bytePath(at('gone/caf\udce9')), 'not UTF-8');
    await symlink('gone', at('link'));
    await writeFile(at('hard1'), 'short');
    await link(at('hard1'), at('hard2'));
    await writeFile(at('tool'), 'tool', { mode: 0o755 });
    await chmod(at('gone/deep'), 0o2755);
    await chmod(at('mode'), 0o2750);
    await mkdir(at('empty'));
    const before = await treeOf(made.root);
    const record = turns.journal.record({ conversationId: 'c', title: 'All kinds' });
    await runWatched(record, command, made.root);
    const call = turns.turn('Tools', () => record);
    await call('write_file', { path: 'written/w.txt', content: 'w' });
    await call('move_file', { path: 'a.txt', new_path: 'elsewhere/a.txt' });
    await call('delete_file', { path: 'empty' });
    await record.end();
    return { before, after: await treeOf(made.root) };
  }

  /** All is as it was after the turn, so that they would only be read again and again. */
  async function forgetUndos(): Promise<void> {
    const { record } = await turn();
    for (const name of await readdir(turns.folder))
      if (name.endsWith('.undo') && !name.startsWith(record.id)) await rm(path.join(turns.folder, name));
  }

  const faulted = async (fault: Fault) => {
    const { record } = await turn();
    return withFault(fault, () => program().undo(record, { signal }));
  };

  for (const kind of ['dies', 'full'] as const)
    it(`brings every byte back when it goes on, wherever it ${kind === 'dies' ? 'was killed' : 'ran out of space'}, and can be undone`, async function () {
      this.timeout(600_000);
      const { before, after } = await makeTurn();
      let step = 1;
      for (; await faulted({ kind, step }); step++) {
        await undoUntilBack();
        assert.deepEqual(await treeOf(made.root), before, `step ${step}`);
        const { files } = await program().redo(await turn(), { signal });
        assert.deepEqual(await treeOf(made.root), after, `redo after step ${step}: ${JSON.stringify(files)}`);
        await forgetUndos();
      }
      assert.ok(step > 40, `${step} steps`);
      assert.deepEqual(await treeOf(made.root), before);
    });

  /** As if the newest record were that of another program. */
  async function writtenBy(id: number, age: number): Promise<void> {
    const names = (await readdir(turns.folder)).filter(name => name.endsWith('.undo')).sort();
    const file = path.join(turns.folder, names.at(-1) ?? '');
    const text = await readFile(file, 'latin1');
    await writeFile(file, text.replace(/"process":\d+/, `"process":${id}`), 'latin1');
    const then = Date.now() / 1000 - age;
    await utimes(file, then, then);
  }

  it('goes on at the next start, but not while its program lives', async () => {
    const { before } = await makeTurn();
    await faulted({ kind: 'dies', step: 30 });
    assert.deepEqual(await program().goOn(signal), []);
    await writtenBy(process.ppid, 0);
    assert.equal(lastUndoable(await program().records()), undefined, 'another program is at it');
    await writtenBy(process.ppid, 3600);
    assert.ok(lastUndoable(await program().records()), 'its number is another program’s by now');
    await writtenBy(spawnSync('true').pid, 0);
    const [gone, ...others] = await program().goOn(signal);
    assert.deepEqual([gone?.outcome.isWhole, others], [true, []]);
    assert.deepEqual(await treeOf(made.root), before);
    assert.deepEqual(await program().goOn(signal), []);
  });

  it('leaves what you have changed since, says so once, and comes to what is before it', async () => {
    await turns.turn('Earlier')('write_file', { path: 'early.txt', content: 'tool' });
    await makeTurn();
    await faulted({ kind: 'dies', step: 30 });
    await made.write('made/deep/b.txt', 'mine');
    await writtenBy(spawnSync('true').pid, 0);
    const [gone] = await program().goOn(signal);
    const left = gone?.outcome.files.filter(({ kind }) => kind === 'conflict').map(({ shown }) => shown);
    assert.deepEqual(left?.toSorted(), ['made', 'made/deep', 'made/deep/b.txt']);
    assert.deepEqual(await program().goOn(signal), []);
    const next = lastUndoable(await program().records());
    assert.equal(next?.record.header.title, 'Earlier');
    await program().undo(next.record, { signal });
    await made.write('made/deep/b.txt', 'new\n');
    await undoUntilBack();
    await assert.rejects(stat(path.join(made.root, 'made')), { code: 'ENOENT' });
  });

  it('goes on however often it is ended, in either direction', async function () {
    this.timeout(600_000);
    const { before, after } = await makeTurn();
    const fault = fc.record<Fault>({
      kind: fc.constantFrom('dies', 'full'),
      step: fc.integer({ min: 1, max: 70 }),
    });
    const dies = (step: number): Fault => ({ kind: 'dies', step });
    const full = (step: number): Fault => ({ kind: 'full', step });
    await fc.assert(
      fc.asyncProperty(fc.array(fault, { minLength: 1, maxLength: 3 }), fault, async (faults, redoFault) => {
        for (const each of faults) await faulted(each);
        await undoUntilBack();
        assert.deepEqual(await treeOf(made.root), before);
        const undone = await turn();
        await withFault(redoFault, () => program().redo(undone, { signal }));
        await undoUntilBack();
        assert.deepEqual(await treeOf(made.root), before, 'a redo that was ended is taken back');
        await program().redo(await turn(), { signal });
        assert.deepEqual(await treeOf(made.root), after);
      }),
      // Where the redo ended, one of two names of a file had been redone.
      { numRuns: 8, examples: [[[dies(21), full(4)], full(37)]] },
    );
  });
});
