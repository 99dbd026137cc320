import * as vscode from 'vscode';
import { walkthroughId } from './contributions.ts';

const openedKey = 'converser.walkthroughOpened';

export async function openWalkthrough(): Promise<void> {
  await vscode.commands.executeCommand('workbench.action.openWalkthrough', walkthroughId);
}

type FirstUse = Pick<vscode.ExtensionContext, 'globalState' | 'workspaceState' | 'extensionMode'>;

/** Shows a new user the way, once. VS Code does so only for what it installs itself, not for a .vsix or a checkout. */
export async function openWalkthroughOnce(context: FirstUse): Promise<void> {
  const { globalState } = context;
  if (globalState.get(openedKey) === true) return;
  // Before it opens, so that it does not open in a second window as well.
  await globalState.update(openedKey, true);
  if (isWanted(context)) await openWalkthrough();
}

function isWanted({ workspaceState, extensionMode }: FirstUse): boolean {
  const settings = vscode.workspace.getConfiguration();
  const hasUsedIt = workspaceState.keys().length > 0 || Boolean(settings.get('converser.model'));
  return (
    extensionMode !== vscode.ExtensionMode.Test &&
    !hasUsedIt &&
    settings.get('workbench.welcomePage.walkthroughs.openOnInstall') !== false
  );
}
