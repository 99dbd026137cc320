import * as vscode from 'vscode';
import type { ReadLabel } from '../../converser/words/labels/label.ts';

export interface AttachedFile {
  readonly uri: vscode.Uri;
  readonly text: string;
}

/** `undefined` stands for the usual label. Rejects what your rules deny. */
export type LabelOfAttached = (file: AttachedFile) => Promise<ReadLabel | undefined>;

/** Names workspace files by the path under which tools know them. */
export function shownUri(uri: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(uri) === undefined
    ? uri.toString()
    : vscode.workspace.asRelativePath(uri);
}
