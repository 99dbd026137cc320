import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { promisify } from 'node:util';
import { beforeEach, describe, it } from 'mocha';
import { eachRecordedTurns, treeOf } from '../workspace/journal/recorded-turn.ts';
import { runRecorded } from './run-recorded.ts';

describe('run_command, where what files are can’t be kept', () => {
  const { made, turns } = eachRecordedTurns({ runsLines: true });
  beforeEach(() => made.write('a.txt', 'first'));

  for (const blocked of ['', 'contents', 'manifests'])
    it(`runs nothing and says so, with a file in place of the folder ${blocked || 'of the journal'}`, async () => {
      const folder = path.join(turns.folder, blocked);
      await rm(folder, { recursive: true, force: true });
      await writeFile(folder, 'in the way');
      const record = turns.journal.record({ conversationId: 'c', title: 'Run' });
      const run = () => runRecorded(made.workspace, 'echo second > a.txt', record);
      await assert.rejects(
        run,
        /Nothing was run: undo couldn’t bring back what it changes: (EEXIST|ENOTDIR)/,
      );
      assert.deepEqual(await treeOf(made.root), { 'a.txt': '644 first' });

      await rm(folder);
      await run();
      assert.deepEqual(await treeOf(made.root), { 'a.txt': '644 second\n' });
      await record.end();
      await turns.undo();
      assert.deepEqual(await treeOf(made.root), { 'a.txt': '644 first' });
    });

  it('runs nothing and says so, with no room on the disk', async () => {
    await made.write('large.txt', 'x'.repeat(300_000));
    const program = path.join(import.meta.dirname, 'run-with-limit.ts');
    const args = [program, made.root, turns.folder, 'echo second > a.txt'];
    const limited = ['-c', 'ulimit -f 400; exec "$0" "$@"', process.execPath, ...args];
    const { stdout } = await promisify(execFile)('/bin/sh', limited);
    assert.match(stdout, /^Nothing was run: undo couldn’t bring back what it changes: EFBIG.*\n$/);
    assert.equal((await treeOf(made.root))['a.txt'], '644 first');
  });
});
