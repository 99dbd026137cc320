import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import { makeTemporaryWorkspace } from '../temporary-workspace.ts';
import { recordTurns, treeOf } from './recorded-turn.ts';

const names = ['a', 'b', 'd', 'd/a', 'd/b', 'd/e/a', 'f/a', 'f/g/h/a'] as const;

interface Act {
  readonly who: 'tool' | 'person';
  readonly what: 'write' | 'move' | 'delete';
  readonly at: (typeof names)[number];
  readonly to: (typeof names)[number];
}

const acts = (...who: readonly Act['who'][]) =>
  fc.array(
    fc.record<Act>({
      who: fc.constantFrom(...who),
      what: fc.constantFrom('write', 'write', 'move', 'delete'),
      at: fc.constantFrom(...names),
      to: fc.constantFrom(...names),
    }),
    { maxLength: 12 },
  );

/** The folder that was made for the last file goes before the deleted one comes back. */
const deletedAndMade: Act[] = [
  { who: 'tool', what: 'write', at: 'd/b', to: 'a' },
  { who: 'tool', what: 'delete', at: 'd', to: 'a' },
  { who: 'tool', what: 'write', at: 'd/a', to: 'a' },
];

describe('undo, whatever was done', () => {
  it('brings back every byte that only tools have changed', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(acts('tool'), async script => {
        const run = await begin();
        try {
          const before = await run.tree();
          if (!(await run.play(script)).hasRecorded) return;
          const undone = await run.turns.undo();
          assert.deepEqual(await run.tree(), before);
          assert.ok(undone.every(({ kind }) => kind !== 'conflict'));
        } finally {
          await run.dispose();
        }
      }),
      { numRuns: 25, examples: [[deletedAndMade]] },
    );
  });

  it('loses nothing of yours, and can be undone itself', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(acts('tool', 'person'), async script => {
        const run = await begin();
        try {
          const { hasRecorded, mine } = await run.play(script);
          if (!hasRecorded) return;
          const before = await run.files();
          const undone = await run.turns.undo();
          const after = new Set(Object.values(await run.files()));
          for (const content of Object.values(before))
            if (mine.has(content)) assert.ok(after.has(content), `${content} was there and is lost.`);
          if (undone.every(({ kind }) => kind !== 'conflict'))
            for (const content of mine) assert.ok(after.has(content), `${content} did not come back.`);
          const [record] = await run.turns.journal.records();
          if (record?.header.undoes === undefined) return;
          const redone = await run.turns.undo(record.id);
          assert.ok(redone.every(({ kind }) => kind !== 'conflict'));
          assert.deepEqual(await run.files(), before);
        } finally {
          await run.dispose();
        }
      }),
      { numRuns: 40 },
    );
  });
});

async function begin() {
  const made = await makeTemporaryWorkspace({ ripgrep: false });
  for (const name of ['a', 'd/a', 'd/e/a']) await made.write(name, `first ${name}`);
  const turns = await recordTurns(made);
  const tree = () => treeOf(made.root);
  const files = async () =>
    Object.fromEntries(Object.entries(await tree()).filter(([, what]) => !what.endsWith(' folder')));
  const call = turns.turn('Anything');

  async function play(script: readonly Act[]) {
    // What you wrote and have not removed yourself.
    const mine = new Set(Object.values(await files()));
    for (const [index, act] of script.entries()) {
      if (act.who === 'tool') {
        await asTool(act, index).catch(() => {});
        continue;
      }
      const before = Object.values(await files());
      await asPerson(act, index).catch(() => {});
      const after = Object.values(await files());
      for (const content of before) if (!after.includes(content)) mine.delete(content);
      for (const content of after) if (!before.includes(content)) mine.add(content);
    }
    const hasRecorded = (await turns.journal.records()).some(({ changes }) => changes.length > 0);
    return { mine, hasRecorded };
  }

  function asTool({ what, at, to }: Act, index: number) {
    const calls: Readonly<Record<Act['what'], readonly [string, JsonObject]>> = {
      write: ['write_file', { path: at, content: `tool ${index}` }],
      move: ['move_file', { path: at, new_path: to }],
      delete: ['delete_file', { path: at }],
    };
    return call(...calls[what]);
  }

  async function asPerson({ what, at, to }: Act, index: number) {
    const [place, target] = [path.join(made.root, at), path.join(made.root, to)];
    if (what === 'delete') return rm(place, { recursive: true });
    await mkdir(path.dirname(what === 'move' ? target : place), { recursive: true });
    if (what === 'write') return writeFile(place, `person ${index}`);
    return rename(place, target);
  }

  return {
    turns,
    tree,
    files,
    play,
    async dispose() {
      await turns.dispose();
      await made.dispose();
    },
  };
}
