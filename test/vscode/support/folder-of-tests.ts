import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';
import { workspaceFile } from './converser.ts';
import { fakeView } from './fake-view.ts';

/**
 * A folder of the workspace for the files that the tests of a `describe` change: each test begins with a new
 * conversation and without the files, notices and editors of the test before.
 */
export function folderOfTests(name: string, running: () => ConverserInVscode) {
  const page = fakeView();
  const place = (...names: readonly string[]) => path.join(workspaceFile(name).fsPath, ...names);

  before(() => {
    running().page.show(page);
    page.send({ type: 'ready' });
  });

  after(() => page.close());

  beforeEach(async () => {
    await running().conversation.open();
    await mkdir(place(), { recursive: true });
  });

  afterEach(async () => {
    await vscode.commands.executeCommand('notifications.clearAll');
    for (const { document } of vscode.window.visibleTextEditors) {
      await vscode.window.showTextDocument(document);
      await vscode.commands.executeCommand('workbench.action.files.revert');
    }
    await vscode.commands.executeCommand('workbench.action.closeAllEditors');
    await rm(place(), { recursive: true, force: true });
  });

  return { page, place };
}
