import assert from 'node:assert/strict';
import path from 'node:path';
import fc from 'fast-check';
import { command, commandIn } from '../../workspace/journal/commands/random-commands.ts';
import { runLines } from '../../workspace/journal/commands/run-watched.ts';
import { conflictsIn, recordTurns, treeOf } from '../../workspace/journal/recorded-turn.ts';
import { makeTemporaryWorkspace, type TemporaryWorkspace } from '../../workspace/temporary-workspace.ts';
import { createTestShell } from '../test-shell.ts';
import { createTestSandbox } from './test-sandbox.ts';

const files = ['a', 'c.txt', 'd/a', 'd/e/a', 'f/g/a', 'with space'];
const guarded = ['.github/workflows/ci.yml', 'd/.npmrc', '.vscode/settings.json'];
const near = [
  '.github',
  '.github/workflows',
  '.vscode',
  'd',
  'd/.git',
  'd/x',
  'x',
  '.vscode/tasks.json',
  'link',
];

/** Runs random commands in a layer: it changes what the same commands change without, and undo brings back all. */
export async function layeredCommands(scripts: number): Promise<void> {
  // A layer parts the names of one file, as editors do when they save it; and a folder that is copied into itself
  // comes in the order in which the disk lists it.
  const single = command
    .filter(lines => !/^ln '|^cp -R '(.+)' '\1['/]/m.test(lines))
    .map(lines => `${lines}\nrm -f t.tar`);
  await fc.assert(fc.asyncProperty(single, likeOthers), { numRuns: Math.ceil(scripts / 2) });
  const forbidden = commandIn([...guarded, ...near]);
  await fc.assert(fc.asyncProperty(forbidden, keepGuarded), { numRuns: Math.ceil(scripts / 2) });
}

async function likeOthers(lines: string): Promise<void> {
  const [plain, layered] = [await makeWith(files), await makeWith(files)];
  try {
    await runLines(lines, plain.root);
    await runLayered(lines, layered, async after => {
      const named = (text: string) => text.replaceAll(layered.root, plain.root);
      assert.equal(named(JSON.stringify(after)), JSON.stringify(await treeOf(plain.root)));
    });
  } finally {
    await plain.dispose();
    await layered.dispose();
  }
}

async function keepGuarded(lines: string): Promise<void> {
  const made = await makeWith([...files, ...guarded]);
  try {
    const keptOf = (tree: object) =>
      Object.entries(tree).filter(([place]) => guarded.some(each => place.endsWith(each)));
    const before = keptOf(await treeOf(made.root));
    assert.equal(before.length, guarded.length);
    await runLayered(lines, made, async after => {
      const kept = keptOf(after).filter(([place]) => guarded.includes(place));
      assert.deepEqual(kept, before);
      const others = Object.keys(after).filter(place => /(^|\/)(\.git|\.vscode\/tasks\.json)$/.test(place));
      assert.deepEqual(others, []);
    });
  } finally {
    await made.dispose();
  }
}

async function makeWith(names: readonly string[]): Promise<TemporaryWorkspace> {
  const made = await makeTemporaryWorkspace({ ripgrep: false });
  for (const name of names) await made.write(name, `first words of ${name}\n`);
  return made;
}

async function runLayered(
  line: string,
  made: TemporaryWorkspace,
  check: (after: Awaited<ReturnType<typeof treeOf>>) => Promise<void>,
): Promise<void> {
  const state = path.join(made.beside, 'state');
  const sandbox = createTestSandbox(made.workspace, { mode: () => 'required', folder: state, home: state });
  const shell = createTestShell(made.workspace, { folder: state, sandbox });
  const turns = await recordTurns(made);
  try {
    const before = await treeOf(made.root);
    const record = turns.journal.record({ conversationId: 'c', title: 'Commands' });
    const { signal } = new AbortController();
    const watch = () => record.watch({ tool: 'shell:run_command', signal });
    const command = { kind: 'line', line } as const;
    const { running } = await shell.start({ command, access: 'workspace', isBackground: false, watch });
    await running.ended;
    const after = await treeOf(made.root);
    await check(after);
    const [kept] = await turns.journal.records();
    assert.deepEqual([kept?.others ?? [], kept?.open ?? [], turns.warnings], [[], [], []]);
    if (JSON.stringify(after) === JSON.stringify(before)) return;
    assert.ok(kept);
    assert.deepEqual(conflictsIn(await turns.undo(kept.id)), []);
    assert.deepEqual(await treeOf(made.root), before);
  } finally {
    await turns.dispose();
    await shell.dispose();
  }
}
