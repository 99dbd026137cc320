import * as vscode from 'vscode';
import { isJsonObject } from '../../converser/ground/json/json.ts';

type Saved = Pick<vscode.TextDocument | vscode.NotebookDocument, 'isDirty' | 'uri'>;

/** Where you type while VS Code saves, its document counts as saved until you type again. Its tab does not. */
export function isUnsaved({ isDirty, uri }: Saved): boolean {
  if (isDirty) return true;
  const place = uri.toString();
  return vscode.window.tabGroups.all.some(({ tabs }) =>
    tabs.some(tab => tab.isDirty && editedIn(tab.input).some(each => String(each) === place)),
  );
}

/** A tab can compare many files. The API has no name for such a one. */
function editedIn(input: unknown): readonly unknown[] {
  if (!isJsonObject(input)) return [];
  const { uri, modified, textDiffs } = input;
  return [uri, modified, ...(Array.isArray(textDiffs) ? textDiffs.flatMap(editedIn) : [])];
}
