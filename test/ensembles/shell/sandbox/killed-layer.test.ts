import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { removeAll } from '../../../../src/files/remove-all.ts';
import { eachTest } from '../../each-test.ts';
import { conflictsIn, recordTurns, treeOf } from '../../workspace/journal/recorded-turn.ts';
import { makeTemporaryWorkspace } from '../../workspace/temporary-workspace.ts';
import { createTestSandbox } from './test-sandbox.ts';

const delays = [0, 8, 16, 24, 32];

const files = ['a', 'b', 'c', 'd/x', 'd/y/z', 'e/f/g', 'h', 'k/x', 'm/n'];

/** Of each kind of change, some; and many, so that there is time to end in between. */
const line = `echo more >> a; mv b moved; rm -r d; mkdir d; echo new > d/n; rm -r e; echo file > e; rm h; mkdir h
for i in $(seq 30); do echo $i > h/$i; done; mkdir -p o/p; echo x > o/p/q; echo {} > o/.npmrc; chmod 700 k; ln -s a l; rm -r m`;

describe('Converser, killed while it applies what a command did', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));

  async function die(state: string, delay: number): Promise<void> {
    const program = path.join(import.meta.dirname, 'dying-command.ts');
    const args = [program, made.root, made.beside, state, line, String(delay)];
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'inherit', 'inherit'] });
    const [, signal] = await once(child, 'exit');
    assert.equal(signal, 'SIGKILL');
  }

  for (const [where, place] of [
    ['beside the workspace', tmpdir()],
    ['on another disk', '/dev/shm'],
  ] as const)
    for (const delay of delays)
      it(`brings back every byte: after ${delay} ms, with the layer ${where}`, async function () {
        const { workspace, root, beside } = made;
        const ports = { folder: path.join(beside, 'own'), home: beside };
        if ((await createTestSandbox(workspace, ports).plan('workspace')).kind === 'open') this.skip();
        for (const file of files) await made.write(file, `first words of ${file}\n`);
        const before = await treeOf(root);
        const state = await mkdtemp(path.join(place, 'converser-layer-'));
        try {
          await die(state, delay);
        } finally {
          await removeAll(state);
        }
        const turns = await recordTurns(made);
        const [record] = await turns.journal.records();
        assert.ok(record);
        assert.deepEqual([record.open, record.others], [[], []]);
        if (record.changes.length > 0) assert.deepEqual(conflictsIn(await turns.undo(record.id)), []);
        await turns.dispose();
        assert.deepEqual(await treeOf(root), before);
      });
});
