import assert from 'node:assert/strict';
import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import fc from 'fast-check';
import { describe, it } from 'mocha';
import type { JsonObject } from '../../../../src/converser/ground/json/json.ts';
import { makeTemporaryWorkspace } from '../temporary-workspace.ts';
import { runLines } from './commands/run-watched.ts';
import { createSavingEditor } from './commands/saving-editor.ts';
import { conflictsIn, filesIn, type RecordedTurns, recordTurns, treeOf } from './recorded-turn.ts';

const names = ['a', 'b', 'd', 'd/a', 'd/b', 'd/e/a', 'f/a', 'f/g/h/a'] as const;

/** `meanwhile`: you, while a command runs. `editor`: you save while a command runs; then it changes something. */
type Who = 'tool' | 'command' | 'person' | 'meanwhile' | 'editor';
type What = 'write' | 'move' | 'delete';
type Act = readonly [who: Who, what: What, at: string, to: string];

const acts = (...who: readonly Who[]) =>
  fc.array(
    fc.tuple(
      fc.constantFrom(...who),
      fc.constantFrom<What>('write', 'write', 'move', 'delete'),
      fc.constantFrom(...names),
      fc.constantFrom(...names),
    ),
    { maxLength: 12 },
  );

/** The folder that was made for the last file goes before the deleted one comes back. */
const deletedAndMade: Act[] = [
  ['tool', 'write', 'd/b', 'a'],
  ['tool', 'delete', 'd', 'a'],
  ['tool', 'write', 'd/a', 'a'],
];

/**
 * What was moved over something else, whose own place has changed since; a folder in place of another one; what is in
 * the way of a third because it can't come back itself; and a folder that comes back for what was saved in it meanwhile.
 */
const interleaved: Act[][] = [
  [
    ['meanwhile', 'move', 'd/a', 'a'],
    ['person', 'write', 'd/a', 'a'],
  ],
  [
    ['command', 'move', 'd', 'b'],
    ['person', 'move', 'a', 'd/e/a'],
    ['tool', 'write', 'd/a', 'a'],
  ],
  [
    ['tool', 'delete', 'd', 'a'],
    ['tool', 'write', 'd/e/a', 'a'],
    ['command', 'write', 'a', 'd/e/a'],
  ],
  [
    ['command', 'move', 'd/e/a', 'd/b'],
    ['command', 'write', 'a', 'd/e/a'],
    ['command', 'move', 'd/e/a', 'a'],
    ['command', 'write', 'a', 'a'],
    ['person', 'write', 'a', 'a'],
  ],
  [
    ['meanwhile', 'move', 'a', 'f/a'],
    ['tool', 'move', 'd', 'a'],
    ['person', 'write', 'd', 'a'],
  ],
  [
    ['command', 'move', 'd', 'b'],
    ['editor', 'move', 'd/b', 'a'],
    ['person', 'delete', 'd', 'a'],
  ],
];

describe('undo, whatever was done', () => {
  it('brings back every byte that only tools have changed', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(acts('tool'), script =>
        played(script, async ({ root, turns, before }) => {
          assert.deepEqual(conflictsIn(await turns.undo()), []);
          assert.deepEqual(await treeOf(root), before);
        }),
      ),
      { numRuns: 25, examples: [[deletedAndMade]] },
    );
  });

  it('of tools and your own changes, loses nothing of yours, and can be undone itself', async function () {
    this.timeout(120_000);
    await fc.assert(
      fc.asyncProperty(acts('tool', 'person'), script => played(script, losesNothing)),
      { numRuns: 40 },
    );
  });

  it('of commands, too, loses nothing of yours, says what it left, and can be undone itself', async function () {
    if (process.platform === 'win32') this.skip();
    this.timeout(120_000);
    const anyone = acts('tool', 'command', 'command', 'person', 'meanwhile', 'editor');
    await fc.assert(
      fc.asyncProperty(anyone, script => played(script, losesNothing)),
      { numRuns: 40, examples: interleaved.map(script => [script]) },
    );
  });
});

interface Played {
  readonly root: string;
  readonly turns: RecordedTurns;
  /** All that there was before. */
  readonly before: Readonly<Record<string, string>>;
  /** What you wrote while no command ran or saved in an editor, and have not removed or overwritten yourself. */
  readonly mine: ReadonlySet<string>;
}

/** Looks at what a script leaves, if any of it was recorded. */
async function played(script: readonly Act[], look: (played: Played) => Promise<void>): Promise<void> {
  const made = await makeTemporaryWorkspace({ ripgrep: false });
  const editor = createSavingEditor();
  const turns = await recordTurns(made, { saves: editor });
  try {
    for (const name of ['a', 'd/a', 'd/e/a']) await made.write(name, `first ${name}`);
    const before = await treeOf(made.root);
    const mine = await play(script, { root: made.root, turns, editor });
    const records = await turns.journal.records();
    if (records.some(({ changes }) => changes.length > 0))
      await look({ root: made.root, turns, before, mine });
  } finally {
    await turns.dispose();
    await made.dispose();
  }
}

async function losesNothing({ root, turns, mine }: Played): Promise<void> {
  const before = await filesIn(root);
  const undone = await turns.undo();
  const after = new Set(Object.values(await filesIn(root)));
  for (const content of Object.values(before))
    if (mine.has(content)) assert.ok(after.has(content), `${content} was there and is lost.`);
  if (conflictsIn(undone).length === 0)
    for (const content of mine) assert.ok(after.has(content), `${content} did not come back.`);
  const [undo] = await turns.journal.records();
  if (undo?.header.undoes === undefined) return;
  assert.deepEqual(conflictsIn(await turns.undo(undo.id)), []);
  assert.deepEqual(await filesIn(root), before, JSON.stringify(undone));
}

interface Stage extends Pick<Played, 'root' | 'turns'> {
  readonly editor: ReturnType<typeof createSavingEditor>;
}

async function play(script: readonly Act[], { root, turns, editor }: Stage): Promise<ReadonlySet<string>> {
  const record = turns.journal.record({ conversationId: 'c', title: 'Anything' });
  const call = turns.turn('Anything', () => record);
  const mine = new Set(Object.values(await filesIn(root)));
  const asYou = async (work: () => Promise<void>) => {
    const before = Object.values(await filesIn(root));
    await work().catch(() => {});
    const after = Object.values(await filesIn(root));
    for (const content of before) if (!after.includes(content)) mine.delete(content);
    for (const content of after) if (!before.includes(content)) mine.add(content);
  };
  for (const [index, act] of script.entries()) {
    const [who, , at] = act;
    const content = `${who} ${index}`;
    if (who === 'tool') await call(...toolCall(act, content)).catch(() => {});
    else if (who === 'person') await asYou(() => change(act, root, content));
    else {
      const { done } = await record.watch({ tool: 'command', signal: new AbortController().signal });
      if (who === 'meanwhile') await change(act, root, content).catch(() => {});
      if (who === 'editor') await asYou(() => editor.save(path.join(root, at), content));
      await runLines(linesFor(act, index), root);
      await done();
    }
  }
  return mine;
}

function toolCall([, what, at, to]: Act, content: string): [name: string, args: JsonObject] {
  if (what === 'write') return ['write_file', { path: at, content }];
  return what === 'move' ? ['move_file', { path: at, new_path: to }] : ['delete_file', { path: at }];
}

async function change([, what, at, to]: Act, root: string, content: string): Promise<void> {
  const [place, target] = [path.join(root, at), path.join(root, to)];
  if (what === 'delete') return rm(place, { recursive: true });
  await mkdir(path.dirname(what === 'move' ? target : place), { recursive: true });
  return what === 'write' ? writeFile(place, content) : rename(place, target);
}

function linesFor([, what, at, to]: Act, index: number): string {
  if (what === 'write') return `mkdir -p "$(dirname ${to})"; printf 'command ${index}' > ${to}`;
  return what === 'move' ? `mv ${at} ${to}` : `rm -rf ${to}`;
}
