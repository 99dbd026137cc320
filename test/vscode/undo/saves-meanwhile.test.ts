import assert from 'node:assert/strict';
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { answerCommand } from '../../../src/vscode/activation-ids.ts';
import { commands } from '../../../src/vscode/common/contributions.ts';
import { eventually } from '../../eventually.ts';
import { answerOf } from '../../fakes/fake-approvals.ts';
import { runningConverser, workspaceFile } from '../support/converser.ts';

const folder = 'saves-test';

describe('what you save in VS Code while a command runs', () => {
  let converser: ConverserInVscode;
  const place = (...names: readonly string[]) => path.join(workspaceFile(folder).fsPath, ...names);
  const textOf = (name: string) => readFile(place(name), 'utf8');

  before(async () => {
    converser = await runningConverser();
    await converser.conversation.open();
    await mkdir(place(), { recursive: true });
  });

  after(async () => {
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(place(), { recursive: true, force: true });
  });

  it('stays when the turn is undone, and comes back where the command overwrote it', async () => {
    for (const name of ['command.txt', 'kept.txt', 'lost.txt']) await writeFile(place(name), 'first\n');
    const line =
      'printf command > command.txt; touch begun; until [ -e go ]; do sleep 0.02; done; printf command > lost.txt; rm go begun';
    const begun = vscode.workspace.createFileSystemWatcher(
      new vscode.RelativePattern(vscode.Uri.file(place()), 'begun'),
    );
    const runs = new Promise<void>(resolve => void begun.onDidCreate(() => resolve()));
    const turn = ask(`/invoke shell:run_command ${JSON.stringify({ line, cwd: folder })}`);
    await runs;
    begun.dispose();
    await editAndSave('kept.txt');
    await editAndSave('lost.txt');
    await writeFile(place('go'), '');
    await turn;
    assert.deepEqual(
      [await textOf('command.txt'), await textOf('kept.txt'), await textOf('lost.txt')],
      ['command', 'mine, first\n', 'command'],
    );

    const last = converser.conversation.shown.canisters.findLast(({ role }) => role === 'user');
    assert.ok(last);
    const changes = () => converser.changes.of(converser.conversation.id)[last.id];
    assert.equal((await eventually(converser.changes.onDidChange, changes)).files, 2);
    await vscode.commands.executeCommand(commands.undoTurn, last.id);
    assert.equal(changes()?.isUndone, true);
    assert.deepEqual(
      [await textOf('command.txt'), await textOf('kept.txt'), await textOf('lost.txt')],
      ['first\n', 'mine, first\n', 'mine, first\n'],
    );
  });

  async function editAndSave(name: string): Promise<void> {
    const document = await vscode.workspace.openTextDocument(vscode.Uri.file(place(name)));
    const editor = await vscode.window.showTextDocument(document, { preview: false });
    await editor.edit(edit => edit.insert(new vscode.Position(0, 0), 'mine, '));
    assert.equal(await document.save(), true);
  }

  async function ask(message: string): Promise<void> {
    const answering = converser.questions.onDidChange(() => {
      const [open] = converser.questions.all;
      if (open !== undefined) converser.commands[answerCommand]?.(open.id, answerOf('once'));
    });
    await converser.sidebar.send(message);
    answering.dispose();
  }
});
