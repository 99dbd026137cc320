import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import { makeTemporaryWorkspace } from '../../temporary-workspace.ts';
import { recordTurns, treeOf } from '../recorded-turn.ts';
import { runLines } from './run-watched.ts';
import { createSavingEditor, type SavingEditor } from './saving-editor.ts';

const names = ['a', 'b', 'd', 'd/a', 'd/b', 'd/e/a', 'f/a'] as const;

interface Act {
  /** `meanwhile`: you, while a command runs. `editor`: you save while a command runs; then it changes something. */
  readonly who: 'tool' | 'command' | 'person' | 'meanwhile' | 'editor';
  readonly what: 'write' | 'move' | 'delete';
  readonly at: (typeof names)[number];
  readonly to: (typeof names)[number];
}

const acts = fc.array(
  fc.record<Act>({
    who: fc.constantFrom('tool', 'command', 'command', 'person', 'meanwhile', 'editor'),
    what: fc.constantFrom('write', 'write', 'move', 'delete'),
    at: fc.constantFrom(...names),
    to: fc.constantFrom(...names),
  }),
  { maxLength: 10 },
);

/**
 * What was moved over something else, whose own place has changed since; a folder in place of another one; what is in
 * the way of a third because it can't come back itself; and a folder that comes back for what was saved in it meanwhile.
 */
const examples: [Act[]][] = [
  [
    [
      { who: 'meanwhile', what: 'move', at: 'd/a', to: 'a' },
      { who: 'person', what: 'write', at: 'd/a', to: 'a' },
    ],
  ],
  [
    [
      { who: 'command', what: 'move', at: 'd', to: 'b' },
      { who: 'person', what: 'move', at: 'a', to: 'd/e/a' },
      { who: 'tool', what: 'write', at: 'd/a', to: 'a' },
    ],
  ],
  [
    [
      { who: 'tool', what: 'delete', at: 'd', to: 'a' },
      { who: 'tool', what: 'write', at: 'd/e/a', to: 'a' },
      { who: 'command', what: 'write', at: 'a', to: 'd/e/a' },
    ],
  ],
  [
    [
      { who: 'command', what: 'move', at: 'd/e/a', to: 'd/b' },
      { who: 'command', what: 'write', at: 'a', to: 'd/e/a' },
      { who: 'command', what: 'move', at: 'd/e/a', to: 'a' },
      { who: 'command', what: 'write', at: 'a', to: 'a' },
      { who: 'person', what: 'write', at: 'a', to: 'a' },
    ],
  ],
  [
    [
      { who: 'meanwhile', what: 'move', at: 'a', to: 'f/a' },
      { who: 'tool', what: 'move', at: 'd', to: 'a' },
      { who: 'person', what: 'write', at: 'd', to: 'a' },
    ],
  ],
  [
    [
      { who: 'command', what: 'move', at: 'd', to: 'b' },
      { who: 'editor', what: 'move', at: 'd/b', to: 'a' },
      { who: 'person', what: 'delete', at: 'd', to: 'a' },
    ],
  ],
];

describe('undo of tools, commands and your own changes in any order', () => {
  it('loses nothing of yours, says what it left, and can be undone itself', async function () {
    if (process.platform === 'win32') this.skip();
    this.timeout(120_000);
    await fc.assert(fc.asyncProperty(acts, undoActs), { numRuns: 40, examples });
  });
});

async function undoActs(script: readonly Act[]): Promise<void> {
  const made = await makeTemporaryWorkspace({ ripgrep: false });
  const editor = createSavingEditor();
  const turns = await recordTurns(made, { saves: editor });
  try {
    for (const name of ['a', 'd/a', 'd/e/a']) await made.write(name, `first ${name}`);
    const mine = await play(script, { root: made.root, turns, editor });
    const before = await contentsIn(made.root);
    const [record] = await turns.journal.records();
    if (record === undefined || record.changes.length === 0) return;
    const undone = await turns.undo(record.id);
    const after = new Set(Object.values(await contentsIn(made.root)));
    for (const content of Object.values(before))
      if (mine.has(content)) assert.ok(after.has(content), `${content} was there and is lost.`);
    if (undone.every(({ kind }) => kind !== 'conflict'))
      for (const content of mine) assert.ok(after.has(content), `${content} did not come back.`);
    const [undo] = await turns.journal.records();
    if (undo?.header.undoes === undefined) return;
    const redone = await turns.undo(undo.id);
    assert.deepEqual(
      redone.filter(({ kind }) => kind === 'conflict'),
      [],
    );
    assert.deepEqual(await contentsIn(made.root), before, JSON.stringify(undone));
  } finally {
    await turns.dispose();
    await made.dispose();
  }
}

interface Stage {
  readonly root: string;
  readonly turns: Awaited<ReturnType<typeof recordTurns>>;
  readonly editor: SavingEditor;
}

/** Resolves to what you wrote while no command ran or saved in an editor, and have not removed or overwritten yourself. */
async function play(script: readonly Act[], { root, turns, editor }: Stage): Promise<ReadonlySet<string>> {
  const record = turns.journal.record({ conversationId: 'c', title: 'Anything' });
  const call = turns.turn('Anything', () => record);
  const mine = new Set(Object.values(await contentsIn(root)));
  const asYou = async (work: () => Promise<void>) => {
    const before = Object.values(await contentsIn(root));
    await work().catch(() => {});
    const after = Object.values(await contentsIn(root));
    for (const content of before) if (!after.includes(content)) mine.delete(content);
    for (const content of after) if (!before.includes(content)) mine.add(content);
  };
  for (const [index, act] of script.entries()) {
    const { who, what, at, to } = act;
    if (who === 'tool') {
      const calls = {
        write: () => call('write_file', { path: at, content: `tool ${index}` }),
        move: () => call('move_file', { path: at, new_path: to }),
        delete: () => call('delete_file', { path: at }),
      };
      await calls[what]().catch(() => {});
    } else if (who === 'person') {
      await asYou(() => change(act, { root, content: `person ${index}` }));
    } else {
      const { done } = await record.watch({ tool: 'command', signal: new AbortController().signal });
      if (who === 'meanwhile') await change(act, { root, content: `meanwhile ${index}` }).catch(() => {});
      if (who === 'editor') await asYou(() => editor.save(path.join(root, at), `editor ${index}`));
      await runLines(linesFor(act, index), root);
      await done();
    }
  }
  return mine;
}

async function change(
  { what, at, to }: Act,
  { root, content }: { readonly root: string; readonly content: string },
): Promise<void> {
  const [place, target] = [path.join(root, at), path.join(root, to)];
  if (what === 'delete') return rm(place, { recursive: true });
  await mkdir(path.dirname(what === 'move' ? target : place), { recursive: true });
  return what === 'write' ? writeFile(place, content) : rename(place, target);
}

function linesFor({ what, at, to }: Act, index: number): string {
  switch (what) {
    case 'write':
      return `mkdir -p "$(dirname ${to})"; printf 'command ${index}' > ${to}`;
    case 'move':
      return `mv ${at} ${to}`;
    case 'delete':
      return `rm -rf ${to}`;
  }
}

/** Of the files, without folders. */
async function contentsIn(folder: string): Promise<Readonly<Record<string, string>>> {
  const files = Object.entries(await treeOf(folder)).filter(([, what]) => !what.endsWith(' folder'));
  return Object.fromEntries(files);
}
