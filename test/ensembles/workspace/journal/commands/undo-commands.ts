import assert from 'node:assert/strict';
import fc from 'fast-check';
import { makeTemporaryWorkspace } from '../../temporary-workspace.ts';
import { conflictsIn, recordTurns, treeOf } from '../recorded-turn.ts';
import { command } from './random-commands.ts';
import { runWatched } from './run-watched.ts';

/** Runs random commands, and checks that an undo brings back every byte, and undoing that all they did. */
export async function undoCommands(scripts: number): Promise<void> {
  await fc.assert(fc.asyncProperty(fc.array(command, { minLength: 1, maxLength: 3 }), undoTurn), {
    numRuns: scripts,
    examples: [[linkedThenChanged], [exchangedWithMode]],
  });
}

/** Both names change with the second command. */
const linkedThenChanged = [`ln './c.txt' './f'`, `printf '%s' 'one' >> './c.txt'`];

/** The folder has another mode when the two change places. */
const exchangedWithMode = [
  `chmod 700 './f'; printf '%s' 'one' >> './a'`,
  `mv './a' tmp.swap; mv './f' './a'; mv tmp.swap './f'`,
];

async function undoTurn(commands: readonly string[]): Promise<void> {
  const made = await makeTemporaryWorkspace({ ripgrep: false });
  const turns = await recordTurns(made);
  try {
    for (const name of ['a', 'c.txt', 'd/a', 'd/e/a', 'f/g/a', 'with space'])
      await made.write(name, `first words of ${name}\n`);
    const before = await treeOf(made.root);
    const record = turns.journal.record({ conversationId: 'c', title: 'Commands' });
    for (const each of commands) assert.deepEqual(await runWatched(record, each, made.root), []);
    const after = await treeOf(made.root);
    const [kept] = await turns.journal.records();
    assert.ok(kept);
    assert.deepEqual([kept.others, kept.open, turns.warnings], [[], [], []]);
    const undone = await turns.undo(kept.id);
    assert.deepEqual(conflictsIn(undone), []);
    assert.deepEqual(await treeOf(made.root), before);
    const [undo] = await turns.journal.records();
    if (undo?.header.undoes === undefined) return;
    const redone = await turns.undo(undo.id);
    assert.deepEqual(conflictsIn(redone), []);
    assert.deepEqual(await treeOf(made.root), after);
  } finally {
    await turns.dispose();
    await made.dispose();
  }
}
