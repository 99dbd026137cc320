import * as vscode from 'vscode';

/** In bytes. VS Code shows no larger text. */
const largest = 64 * 1024 ** 2;

/** Reads what is on disk. VS Code alone would wait for a pipe's writer, and read a device without an end. */
export async function readSaved(uri: vscode.Uri, most = largest): Promise<Uint8Array> {
  const { size, type } = await vscode.workspace.fs.stat(uri);
  if ((type & vscode.FileType.Directory) !== 0) throw new Error(`${uri.fsPath} is a folder`);
  if ((type & vscode.FileType.File) === 0) throw new Error(`${uri.fsPath} isn’t an ordinary file`);
  if (size > most) throw new Error(`${uri.fsPath} has more than ${most.toLocaleString('en')} bytes`);
  return vscode.workspace.fs.readFile(uri);
}

export async function savedText(uri: vscode.Uri): Promise<string> {
  return new TextDecoder().decode(await readSaved(uri));
}
