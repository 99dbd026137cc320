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
  const shows = (title: string) => eventually(tabGroups.onDidChangeTabs, () => isShown(title));

  afterEach(() => vscode.commands.executeCommand('workbench.action.closeAllEditors'));

  it('opens in VS Code’s Markdown preview, at its first page', async () => {
    await vscode.commands.executeCommand(commandsAtOnce.openGuide);
    await shows('index.md');
  });

  it('opens at the page that the walkthrough leads to', async () => {
    await vscode.commands.executeCommand(commandsAtOnce.openGuide, 'models');
    await shows('models.md');
  });

  it('opens at its first page where no page is named so', async () => {
    await vscode.commands.executeCommand(commandsAtOnce.openGuide, '../../README');
    await shows('index.md');
  });
});
