import * as vscode from 'vscode';
import type { ConverserInVscode } from '../../../src/composition/compose-vscode.ts';

export function converserExtension(): vscode.Extension<unknown> {
  const extension = vscode.extensions.getExtension('converser.converser');
  if (extension === undefined) throw new Error('Converser is not installed in this VS Code.');
  return extension;
}

/** The Converser that this VS Code runs, with its ensembles connected. */
export async function runningConverser(): Promise<ConverserInVscode> {
  const extension = converserExtension();
  await extension.activate();
  // VS Code has loaded the same module from the same address, so this is its instance.
  const main = vscode.Uri.joinPath(extension.extensionUri, 'dist', 'extension.js').toString(true);
  const { runningConverser: running }: typeof import('../../../src/extension.ts') = await import(main);
  const converser = await running();
  await converser.roster.connect(AbortSignal.timeout(60_000));
  return converser;
}

/** The one that runs, for the tests of a `describe`, from their first hook on. */
export function converserOfTests(): () => ConverserInVscode {
  let converser: ConverserInVscode;
  before(async () => {
    converser = await runningConverser();
  });
  return () => converser;
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
