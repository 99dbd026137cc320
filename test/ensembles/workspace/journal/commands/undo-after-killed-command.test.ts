import assert from 'node:assert/strict';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import { isWithin } from '../../../../../src/converser/workspace/paths.ts';
import { makeTemporaryWorkspace } from '../../temporary-workspace.ts';
import { recordTurns, treeOf } from '../recorded-turn.ts';
import { runWatched } from './run-watched.ts';

const command =
  'echo changed > a.txt; rm -r folder; mv b.txt moved.txt; mkdir -p new/deep; echo c > new/deep/c.txt; chmod 700 kept';

/** Parts of the record that are there when the program ends: all lengths at which something is whole, and some between. */
const parts = 24;

describe('undo, after a program ended while a command ran', () => {
  for (let part = 0; part <= parts; part++) {
    it(`brings back everything, or says what it left: with ${part} of ${parts} parts recorded`, async function () {
      if (process.platform === 'win32') this.skip();
      const made = await makeTemporaryWorkspace({ ripgrep: false });
      try {
        for (const file of ['a.txt', 'b.txt', 'folder/d.txt', 'folder/e/f.txt', 'kept/g.txt'])
          await made.write(file, `first ${file}`);
        const before = await treeOf(made.root);
        const dead = await recordTurns(made);
        await runWatched(dead.journal.record({ conversationId: 'c', title: 'Dies' }), command, made.root);
        await dead.dispose();
        const atDeath = await treeOf(made.root);
        await cutRecord(dead, part / parts);

        const turns = await recordTurns(made);
        const [record] = await turns.journal.records();
        assert.deepEqual(record?.open, []);
        const undone = await turns.undo(record?.id);
        await turns.dispose();
        const left = undone.flatMap(each => (each.kind === 'conflict' ? [each.shown] : []));
        const after = await treeOf(made.root);
        if (part === parts) assert.deepEqual(left, []);
        for (const place of left) assert.equal(after[place], atDeath[place]);
        const isLeft = (place: string) => left.some(each => isWithin(place, each));
        const known = (tree: Readonly<Record<string, string>>) =>
          Object.fromEntries(Object.entries(tree).filter(([place]) => !isLeft(place)));
        assert.deepEqual(known(after), known(before));
      } finally {
        await made.dispose();
      }
    });
  }
});

/** Leaves a part of the only record: at least that the command had begun. */
async function cutRecord(
  { folder, journal }: Awaited<ReturnType<typeof recordTurns>>,
  share: number,
): Promise<void> {
  const [record] = await journal.records();
  const file = path.join(folder, `${record?.id}.undo`);
  const bytes = await readFile(file, 'latin1');
  const ran = bytes.indexOf('\n', bytes.indexOf('{"line":"watch"')) + 1;
  await writeFile(file, bytes.slice(0, ran + Math.round((bytes.length - ran) * share)), 'latin1');
}
