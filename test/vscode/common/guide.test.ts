import * as vscode from 'vscode';
import { commandsAtOnce } from '../../../src/vscode/activation-ids.ts';
import { eventually } from '../../eventually.ts';

const { tabGroups } = vscode.window;

describe('the guide', () => {
  const isShown = (title: string) =>
    tabGroups.all
      .flatMap(({ tabs }) => tabs)
      .some(({ label, input }) => {
        const type = input instanceof vscode.TabInputWebview ? input.viewType : '';
        return type.endsWith('markdown.preview') && label.includes(title);
      });

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  for (const [where, title, ...named] of [
    ['at its first page', 'index.md'],
    ['at the page that the walkthrough leads to', 'models.md', 'models'],
    ['at its first page where no page is named so', 'index.md', '../../README'],
  ] as const)
    it(`opens in VS Code’s Markdown preview ${where}`, async () => {
      await vscode.commands.executeCommand(commandsAtOnce.openGuide, ...named);
      await eventually(tabGroups.onDidChangeTabs, () => isShown(title));
    });
});
