import * as vscode from 'vscode';
import { decoded } from '../../converser/ground/json/decoded.ts';
import { warn } from '../common/notices.ts';
import { workspaceUri } from '../workspace/workspace-uri.ts';

/** Opens http(s) and files of the workspace; a `command:` link or other file, made up by a model, stays closed. */
export async function openLink(href: string): Promise<void> {
  if (/^https?:\/\//i.test(href)) {
    await vscode.env.openExternal(vscode.Uri.parse(href, true));
    return;
  }
  const target = await linkTarget(href);
  if (target === undefined) {
    void warn(`“${href.split('#')[0]}” was not found in this workspace.`);
    return;
  }
  const selection = lineRange(target.lines);
  await vscode.commands.executeCommand(
    'vscode.open',
    target.uri,
    selection === undefined ? {} : { selection },
  );
}

export async function linkTarget(
  href: string,
): Promise<{ readonly uri: vscode.Uri; readonly lines: string | undefined } | undefined> {
  const [place = '', lines] = href.split('#');
  const uri = /^[a-z][a-z\d+.-]*:/i.test(place) ? addressed(place) : await workspaceUri(decoded(place));
  return uri === undefined ? undefined : { uri, lines };
}

/** The path must not contain `..`: VS Code compares names only, so the path could lead out of the folder. */
function addressed(address: string): vscode.Uri | undefined {
  let uri: vscode.Uri;
  try {
    uri = vscode.Uri.parse(address, true);
  } catch {
    return undefined;
  }
  const isPlain = !uri.path.split(/[\\/]/).includes('..') && uri.query === '';
  return isPlain && vscode.workspace.getWorkspaceFolder(uri) !== undefined ? uri : undefined;
}

function lineRange(lines: string | undefined): vscode.Range | undefined {
  const match = /^L(\d+)(?:-L?(\d+))?$/.exec(lines ?? '');
  if (match === null) return undefined;
  const start = Math.max(0, Number(match[1]) - 1);
  return new vscode.Range(start, 0, Math.max(start, Number(match[2] ?? match[1]) - 1), 0);
}
