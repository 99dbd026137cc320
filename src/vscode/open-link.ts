import * as vscode from 'vscode';
import { workspaceUri } from './workspace-uri.ts';

/**
 * Opens a link of an answer: http(s) in the browser, a path of the workspace in an editor. Anything else, such as
 * a `command:` or `file:` link that a model made up, is not opened.
 */
export async function openLink(href: string): Promise<void> {
  if (/^https?:\/\//i.test(href)) {
    await vscode.env.openExternal(vscode.Uri.parse(href, true));
    return;
  }
  const [path = '', lines] = href.split('#');
  const uri = await workspaceUri(decoded(path));
  if (uri === undefined) {
    void vscode.window.showWarningMessage(`There is no “${path}” in this workspace.`);
    return;
  }
  const selection = lineRange(lines);
  await vscode.commands.executeCommand('vscode.open', uri, selection === undefined ? {} : { selection });
}

function decoded(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

function lineRange(lines: string | undefined): vscode.Range | undefined {
  const match = /^L(\d+)(?:-L?(\d+))?$/.exec(lines ?? '');
  if (match === null) return undefined;
  const start = Math.max(0, Number(match[1]) - 1);
  return new vscode.Range(start, 0, Math.max(start, Number(match[2] ?? match[1]) - 1), 0);
}
