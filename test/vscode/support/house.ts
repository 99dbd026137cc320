import * as vscode from 'vscode';
import type { House } from '../../../src/composition/compose-vscode.ts';
import type { TestAccess } from '../../../src/extension.ts';

/** The house of the running extension, as it is, with its ensembles connected. */
export async function runningHouse(): Promise<House> {
  const extension = vscode.extensions.getExtension<TestAccess>('converser.converser');
  if (extension === undefined) throw new Error('Converser is not installed in this VS Code.');
  const { house } = await extension.activate();
  const built = await house();
  await built.roster.connect(AbortSignal.timeout(10_000));
  return built;
}

export function workspaceFile(...path: string[]): vscode.Uri {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  if (folder === undefined) throw new Error('No folder is open.');
  return vscode.Uri.joinPath(folder.uri, ...path);
}

export async function writeWorkspaceFile(path: string, text: string): Promise<vscode.Uri> {
  const uri = workspaceFile(...path.split('/'));
  await vscode.workspace.fs.writeFile(uri, new TextEncoder().encode(text));
  return uri;
}

export async function readWorkspaceFile(path: string): Promise<string> {
  return new TextDecoder().decode(await vscode.workspace.fs.readFile(workspaceFile(...path.split('/'))));
}

/** Resolves once `look` finds something, asking again whenever `listen` tells of a change. */
export async function eventually<T>(
  listen: (changed: () => void) => { dispose(): void },
  look: () => T | undefined | false,
): Promise<T> {
  const found = look();
  if (found !== undefined && found !== false) return found;
  return new Promise(resolve => {
    const subscription = listen(() => {
      const now = look();
      if (now === undefined || now === false) return;
      subscription.dispose();
      resolve(now);
    });
  });
}
