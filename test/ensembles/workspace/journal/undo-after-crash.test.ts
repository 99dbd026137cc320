import assert from 'node:assert/strict';
import { cp, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { describe, it } from 'mocha';
import type { ChangeRecord } from '../../../../src/converser/words/workspace/undo-journal.ts';
import { eachTest } from '../../each-test.ts';
import { makeTemporaryWorkspace } from '../temporary-workspace.ts';
import { conflictsIn, type RecordedTurns, recordTurns, treeOf } from './recorded-turn.ts';

const script = [
  ['write_file', { path: 'a.txt', content: 'second' }],
  ['write_file', { path: 'new/b.txt', content: 'b' }],
  ['move_file', { path: 'a.txt', new_path: 'moved/a.txt' }],
  ['write_file', { path: 'moved/a.txt', content: 'third' }],
  ['delete_file', { path: 'folder' }],
] as const;

/** Before and after what is there is kept, and before and after what it has become is. */
const stepsOfChange = 4;

describe('undo, after a program ended in the middle of a turn', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));

  for (let last = 1; last <= script.length * stepsOfChange; last++) {
    const change = script[Math.floor((last - 1) / stepsOfChange)]?.[0];
    const step = ((last - 1) % stepsOfChange) + 1;
    it(`brings back everything: at step ${step} of ${change} (${last})`, async () => {
      await made.write('a.txt', 'first');
      await made.write('folder/c.txt', 'c');
      const before = await treeOf(made.root);
      const { dies, around } = diesAt(last);
      const dead = await recordTurns(made);
      await Promise.race([dies, play(dead.turn('Dies', around))]);
      await endWithoutAWord(dead);

      const turns = await recordTurns(made);
      const [record] = await turns.journal.records();
      if (last === 1) return assert.equal(record, undefined);
      const undone = await turns.undo(record?.id);
      await turns.dispose();
      assert.deepEqual(conflictsIn(undone), []);
      assert.deepEqual(await treeOf(made.root), before);
    });
  }
});

describe('what a turn wrote right before its program ended', () => {
  const made = eachTest(() => makeTemporaryWorkspace({ ripgrep: false }));

  for (const written of ['second', 'second, formatted'])
    it(`is recognised, be it what was about to be written or not: ${written}`, async () => {
      await made.write('a.txt', 'first');
      const dead = await recordTurns(made);
      const [root] = made.workspace.roots;
      assert.ok(root);
      const record = dead.journal.record({ conversationId: 'c', title: 'Dies' });
      const place = { root, path: 'a.txt' };
      const begun = await record.begin({ kind: 'replace', place, bytes: Buffer.from('second') });
      await made.write('a.txt', written);
      await begun.done();
      await endWithoutAWord(dead);

      const turns = await recordTurns(made);
      assert.deepEqual(await turns.undo(), [{ kind: 'restored', shown: 'a.txt' }], written);
      await turns.dispose();
      assert.equal(await readFile(path.join(made.root, 'a.txt'), 'utf8'), 'first');
    });
});

/** Leaves in the folder of the journal what was there before anything was ended in good order. */
async function endWithoutAWord({ folder, dispose }: RecordedTurns): Promise<void> {
  const atDeath = `${folder}-at-death`;
  await cp(folder, atDeath, { recursive: true });
  await dispose();
  await rm(folder, { recursive: true });
  await rename(atDeath, folder);
}

async function play(call: (name: string, args: (typeof script)[number][1]) => Promise<unknown>) {
  for (const [name, args] of script) await call(name, args);
}

/** A record at one step of which the program ends: nothing goes on behind it. */
function diesAt(last: number) {
  const { promise: dies, resolve } = Promise.withResolvers<void>();
  let steps = 0;
  const step = () => {
    if (++steps !== last) return;
    resolve();
    return new Promise<never>(() => {});
  };
  const around = (record: ChangeRecord): ChangeRecord => ({
    ...record,
    async begin(change) {
      await step();
      const begun = await record.begin(change);
      await step();
      return {
        async done() {
          await step();
          await begun.done();
          await step();
        },
      };
    },
  });
  return { dies, around };
}
