import * as vscode from 'vscode';
import { walkthroughId } from '../activation-ids.ts';

const openedKey = 'converser.walkthroughOpened';

export async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthroughId);
}

type FirstUse = Pick<vscode.ExtensionContext, 'globalState' | 'workspaceState'>;

/** VS Code opens the walkthrough only for extensions that it installs itself, not for a .vsix or a checkout. */
export async function openWalkthroughOnce({ globalState, workspaceState }: FirstUse): Promise<void> {
  if (globalState.get(openedKey) === true) return;
  // Stored before it opens, so that it does not open in a second window as well.
  await globalState.update(openedKey, true);
  const settings = vscode.workspace.getConfiguration();
  const hasUsedIt = workspaceState.keys().length > 0 || Boolean(settings.get('converser.model'));
  const isUnwanted = settings.get('workbench.welcomePage.walkthroughs.openOnInstall') === false;
  if (!hasUsedIt && !isUnwanted) await openWalkthrough();
}
