import * as vscode from 'vscode';
import { settings, writeSettings } from '../../vscode/common/settings.ts';

/** The folder of your own descriptors. Unless the setting names one, Converser makes one and writes it there. */
export async function ownFolder(globalFolder: vscode.Uri): Promise<vscode.Uri> {
  const set = settings.ensemblesFolder;
  const folder = set === '' ? vscode.Uri.joinPath(globalFolder, 'ensembles') : vscode.Uri.file(set);
  await vscode.workspace.fs.createDirectory(folder);
  if (set === '') await writeSettings.ensemblesFolder(folder.fsPath);
  return folder;
}
