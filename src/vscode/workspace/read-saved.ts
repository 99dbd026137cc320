import * as vscode from 'vscode';
import { bytesText } from '../../converser/ground/wording/numbers.ts';
import { fileErrors } from '../../converser/words/workspace/file-errors.ts';

/** In bytes. VS Code shows no larger text. */
const largest = 64 * 1024 ** 2;

/** Reads what is on disk. VS Code alone would wait for a pipe's writer, and read a device without an end. */
export async function readSaved(uri: vscode.Uri, most = largest): Promise<Uint8Array> {
  const { size, type } = await vscode.workspace.fs.stat(uri);
  const refusal = (reason: string) => fileErrors.fileUnreadable(uri.fsPath, reason);
  if ((type & vscode.FileType.Directory) !== 0) throw refusal('it is a folder');
  if ((type & vscode.FileType.File) === 0) throw refusal('it isn’t an ordinary file');
  if (size > most) throw refusal(`it has more than ${bytesText(most)}`);
  return vscode.workspace.fs.readFile(uri);
}
