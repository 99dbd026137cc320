import assert from 'node:assert/strict';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { answerCommand } from '../../../src/vscode/activation-ids.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { eventually } from '../../eventually.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { runningConverser, workspaceFile } from '../support/converser.ts';

const folder = 'hunk-test';

describe('single changes of a turn in VS Code', () => {
  let converser: ConverserInVscode;
  const place = (...names: readonly string[]) => path.join(workspaceFile(folder).fsPath, ...names);

  before(async () => {
    converser = await runningConverser();
    await converser.conversation.open();
    await mkdir(place(), { recursive: true });
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('workbench.action.files.revert');
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
  });

  after(() => rm(place(), { recursive: true, force: true }));

  const cases = [
    { name: 'in the middle', old: ['a', 'b', 'c', ''], now: ['a', 'B', 'c', ''], line: 1 },
    { name: 'at the start', old: ['a', 'b', ''], now: ['new', 'A', 'b', ''], line: 0 },
    { name: 'that removed lines', old: ['a', 'b', 'c', 'd', ''], now: ['a', 'd', ''], line: 1 },
    { name: 'that removed the last lines', old: ['a', 'b', 'c'], now: ['a'], line: 0 },
    { name: 'that added lines at the end', old: ['a'], now: ['a', 'b', 'c', ''], line: 2 },
    { name: 'of a whole file', old: ['a', 'b'], now: ['x', 'y', 'z'], line: 1 },
  ] as const;
  for (const ending of ['\n', '\r\n'])
    for (const [index, { name, old, now, line }] of cases.entries())
      it(`are taken back ${name}, where lines end in ${JSON.stringify(ending)}`, async () => {
        const file = `case-${index}-${ending.length}.txt`;
        await writeFile(place(file), old.join(ending));
        await write(file, now.join(ending));
        const editor = await shown(file, line);
        assert.equal(editor.document.getText(), now.join(ending));
        await vscode.commands.executeCommand(commands.undoChange);
        assert.equal(editor.document.getText(), old.join(ending));
        await vscode.commands.executeCommand('undo');
        assert.equal(editor.document.getText(), now.join(ending), 'as any edit is');
      });

  it('are taken back one by one, or all but one', async () => {
    await writeFile(place('several.txt'), 'a\nb\nc\nd\ne\n');
    await write('several.txt', 'A\nb\nC\nd\nE\n');
    const editor = await shown('several.txt', 2);
    await vscode.commands.executeCommand(commands.undoOtherChanges);
    assert.equal(editor.document.getText(), 'a\nb\nC\nd\ne\n');
    await vscode.commands.executeCommand('undo');
    editor.selection = new vscode.Selection(0, 0, 2, 1);
    await vscode.commands.executeCommand(commands.undoChange);
    assert.equal(editor.document.getText(), 'a\nb\nc\nd\nE\n');
  });

  it('are left where the cursor is in none, or in a file that no turn has changed', async () => {
    await writeFile(place('left.txt'), 'a\nb\nc\nd\n');
    await write('left.txt', 'A\nb\nc\nd\n');
    const editor = await shown('left.txt', 3);
    await vscode.commands.executeCommand(commands.undoChange);
    assert.equal(editor.document.getText(), 'A\nb\nc\nd\n');
    await writeFile(place('mine.txt'), 'mine');
    const mine = await shown('mine.txt', 0);
    await vscode.commands.executeCommand(commands.undoOtherChanges);
    assert.equal(mine.document.getText(), 'mine');
  });

  it('are taken back in nothing that another program has changed since the editor read it', async () => {
    await writeFile(place('theirs.txt'), 'a\nb\nc\n');
    await write('theirs.txt', 'A\nb\nc\n');
    const { document } = await shown('theirs.txt', 0);
    await writeFile(place('theirs.txt'), 'A\nb\nc\nd\n');
    await vscode.commands.executeCommand(commands.undoChange);
    // If VS Code has been faster, the change is taken back in the new text.
    const wanted = document.isDirty ? 'a\nb\nc\nd\n' : 'A\nb\nc\nd\n';
    await eventually(vscode.workspace.onDidChangeTextDocument, () => document.getText() === wanted);
  });

  async function shown(name: string, line: number): Promise<vscode.TextEditor> {
    const editor = await vscode.window.showTextDocument(vscode.Uri.file(place(name)));
    editor.selection = new vscode.Selection(line, 0, line, 0);
    return editor;
  }

  /** As a turn does. */
  async function write(name: string, content: string): Promise<void> {
    const answering = converser.questions.onDidChange(() => {
      const [open] = converser.questions.all;
      if (open !== undefined) converser.commands[answerCommand]?.(open.id, answerOf('once'));
    });
    const call = { path: `${folder}/${name}`, content };
    await converser.sidebar.send(`/invoke workspace:write_file ${JSON.stringify(call)}`);
    answering.dispose();
    const last = converser.conversation.shown.canisters.findLast(({ role }) => role === 'user');
    await eventually(
      converser.changes.onDidChange,
      () => converser.changes.of(converser.conversation.id)[last?.id ?? ''],
    );
  }
});
