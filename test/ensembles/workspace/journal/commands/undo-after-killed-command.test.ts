import assert from 'node:assert/strict';
import { readdir, readFile, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { eachTest } from '../../../each-test.ts';
import { makeTemporaryWorkspace } from '../../temporary-workspace.ts';
import { conflictsIn, filesIn, outcomes, type RecordedTurns, recordTurns, treeOf } from '../recorded-turn.ts';
import { runLines, runWatched } from './run-watched.ts';

const command =
  'echo changed > a.txt; rm -r folder; mv b.txt moved.txt; mkdir -p new/deep; echo c > new/deep/c.txt; chmod 700 kept';

/** Parts of the record that are there when the program ends: all lengths at which something is whole, and some between. */
const parts = 24;

describe('undo, after a program ended while a command ran', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));

  for (let part = 0; part <= parts; part++) {
    it(`brings back everything: with ${part} of ${parts} parts recorded`, async function () {
      if (process.platform === 'win32') this.skip();
      for (const file of ['a.txt', 'b.txt', 'folder/d.txt', 'folder/e/f.txt', 'kept/g.txt'])
        await made.write(file, `first ${file}`);
      const before = await treeOf(made.root);
      const dead = await recordTurns(made);
      await runWatched(dead.journal.record({ conversationId: 'c', title: 'Dies' }), command, made.root);
      await dead.dispose();
      await cutRecord(dead, part / parts);

      const turns = await recordTurns(made);
      const [record] = await turns.journal.records();
      assert.deepEqual(record?.open, []);
      const undone = await turns.undo(record?.id);
      await turns.dispose();
      assert.deepEqual(conflictsIn(undone), []);
      assert.deepEqual(await treeOf(made.root), before);
    });
  }
});

describe('what has changed after a program ended while a command ran', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));

  it('is left, and shown', async function () {
    if (process.platform === 'win32') this.skip();
    for (const file of ['a.txt', 'b.txt']) await made.write(file, `first ${file}`);
    const dead = await recordTurns(made);
    const record = dead.journal.record({ conversationId: 'c', title: 'Dies' });
    await record.watch({ tool: 'shell:run_command', signal: new AbortController().signal });
    await runLines('rm b.txt; mkdir made', made.root);
    // The last that is known of it is from long before what comes now.
    const manifests = path.join(dead.folder, 'manifests');
    for (const name of await readdir(manifests)) await utimes(path.join(manifests, name), 0, 0);
    await made.write('a.txt', 'mine');
    await made.write('made/new.txt', 'mine, too');

    const turns = await recordTurns(made);
    const undone = await turns.undo((await turns.journal.records())[0]?.id);
    await Promise.all([dead.dispose(), turns.dispose()]);
    const conflicts = ['conflict made/new.txt', 'conflict made', 'conflict a.txt'];
    assert.deepEqual(outcomes(undone), [...conflicts, 'restored b.txt']);
    const left = { 'a.txt': '644 mine', 'b.txt': '644 first b.txt', 'made/new.txt': '644 mine, too' };
    assert.deepEqual(await filesIn(made.root), left);
  });
});

/** Leaves a part of the only record: at least that the command had begun. */
async function cutRecord({ folder, journal }: RecordedTurns, share: number): Promise<void> {
  const [record] = await journal.records();
  const file = path.join(folder, `${record?.id}.undo`);
  const bytes = await readFile(file, 'latin1');
  const ran = bytes.indexOf('\n', bytes.indexOf('{"line":"watch"')) + 1;
  await writeFile(file, bytes.slice(0, ran + Math.round((bytes.length - ran) * share)), 'latin1');
}
