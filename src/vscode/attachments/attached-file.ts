import * as vscode from 'vscode';
import type { ReadLabel } from '../../converser/words/labels/label.ts';

/** A file that the user attached, with all of its text. */
export interface AttachedFile {
  readonly uri: vscode.Uri;
  readonly text: string;
}

/** The label that reading a file gives. `undefined`: the usual one. Never rejects. */
export type LabelOfAttached = (file: AttachedFile) => Promise<ReadLabel | undefined>;

/** Workspace files by the path under which the tools know them. */
export function shownUri(uri: vscode.Uri): string {
  return vscode.workspace.getWorkspaceFolder(uri) === undefined
    ? uri.toString()
    : vscode.workspace.asRelativePath(uri);
}
