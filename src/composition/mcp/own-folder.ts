import * as vscode from 'vscode';
import { settings, writeSettings } from '../../vscode/common/settings.ts';

/** Unless the setting names a folder, Converser makes one and writes it to the setting. */
export async function ownFolder(globalFolder: vscode.Uri): Promise<vscode.Uri> {
  const set = settings.ensemblesFolder;
  const folder = set === '' ? vscode.Uri.joinPath(globalFolder, 'ensembles') : vscode.Uri.file(set);
  await vscode.workspace.fs.createDirectory(folder);
  if (set === '') await writeSettings.ensemblesFolder(folder.fsPath);
  return folder;
}
