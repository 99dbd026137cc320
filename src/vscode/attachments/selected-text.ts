import * as vscode from 'vscode';
import { errors } from '../../converser/ground/errors.ts';
import { defined } from '../../converser/ground/json/defined.ts';
import { type Attachment, mostAttached } from '../../converser/turn/attachments/attachment.ts';
import { cutNote, cutText } from '../../converser/turn/attachments/bytes-attachment.ts';
import { type Lines, linesText, writeMention } from '../../converser/turn/attachments/mention.ts';
import type { Focus } from '../../instructions/skills/prompt-text.ts';
import { type LabelOfAttached, shownUri } from './attached-file.ts';

/** Rejects if nothing is selected in the editor that you used last. */
export async function selectedText(labelOf: LabelOfAttached): Promise<Attachment> {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty)
    throw errors.badArguments('Nothing is selected in the editor');
  const { document, selection } = editor;
  const path = shownUri(document.uri);
  const lines = linesOf(selection);
  const text = document.getText(selection);
  const isCut = text.length > mostAttached.characters;
  return defined({
    kind: 'selection',
    title: `${path}${linesText(lines)}`,
    content: {
      type: 'resource',
      uri: `${path}#L${lines.from}-L${lines.to}`,
      mimeType: 'text/plain',
      text: isCut ? cutText(text) : text,
    },
    note: isCut ? cutNote : undefined,
    label: await labelOf({ uri: document.uri, text: document.getText() }),
  });
}

/** The file in the editor that you used last, if it is in the workspace. */
export function editorMention(): string | undefined {
  const uri = vscode.window.activeTextEditor?.document.uri;
  if (uri === undefined || vscode.workspace.getWorkspaceFolder(uri) === undefined) return undefined;
  return writeMention(vscode.workspace.asRelativePath(uri));
}

/** Where it can, the mention stays the same when you select something else. */
export function selectionMention(): string {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined || editor.selection.isEmpty) return '@selection';
  const { document, selection } = editor;
  if (vscode.workspace.getWorkspaceFolder(document.uri) === undefined) return '@selection';
  return writeMention(vscode.workspace.asRelativePath(document.uri), linesOf(selection));
}

/** What prompts mean by the file and the selection. */
export function editorFocus(): Focus | undefined {
  const editor = vscode.window.activeTextEditor;
  const uri = editor?.document.uri;
  if (uri === undefined || vscode.workspace.getWorkspaceFolder(uri) === undefined) return undefined;
  const path = vscode.workspace.asRelativePath(uri);
  if (editor?.selection.isEmpty !== false) return { path };
  const { from, to } = linesOf(editor.selection);
  return { path, lines: `${from}-${to}` };
}

/** Lines count from 1. A selection of whole lines ends before the first character of the next one. */
function linesOf({ start, end }: vscode.Range): Lines {
  const last = end.character === 0 && end.line > start.line ? end.line : end.line + 1;
  return { from: start.line + 1, to: last };
}
