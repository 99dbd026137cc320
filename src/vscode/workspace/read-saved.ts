import * as vscode from 'vscode';
import { errors } from '../../converser/ground/errors.ts';
import { bytesText } from '../../converser/ground/wording/numbers.ts';

/** In bytes. VS Code shows no larger text. */
const largest = 64 * 1024 ** 2;

/** Reads what is on disk. VS Code alone would wait for a pipe's writer, and read a device without an end. */
export async function readSaved(uri: vscode.Uri, most = largest): Promise<Uint8Array> {
  const { size, type } = await vscode.workspace.fs.stat(uri);
  if ((type & vscode.FileType.File) === 0)
    throw errors.badArguments(
      `${uri.fsPath} ${(type & vscode.FileType.Directory) === 0 ? 'isn’t an ordinary file' : 'is a folder'}`,
    );
  if (size > most) throw errors.badArguments(`${uri.fsPath} has more than ${bytesText(most)}`);
  return vscode.workspace.fs.readFile(uri);
}
