import * as vscode from 'vscode';
import type { AskUser } from '../common/ask-in-vscode.ts';
import { inform, warn } from '../common/notices.ts';
import type { TextDiffs } from '../common/text-diffs.ts';
import { editDocument, untilRead } from '../workspace/edit-document.ts';
import { workspaceUri } from '../workspace/workspace-uri.ts';
import { changedLines } from './changed-lines.ts';
import { languageIdOf } from './language-id.ts';
import { type CodeTarget, type PlacedCode, placeCode } from './place-code.ts';
import { filesInDiff } from './place-diff.ts';

export interface AnsweredCode {
  readonly code: string;
  /** The language is as the model wrote it, and may be empty. */
  readonly language: string;
  readonly file?: string | undefined;
}

export interface ApplyPorts {
  readonly ask: Pick<AskUser, 'confirm'>;
  readonly diffs: Pick<TextDiffs, 'show'>;
}

export async function applyCode(given: AnsweredCode, { ask, diffs }: ApplyPorts): Promise<void> {
  const isDiff = /^(?:diff|patch|udiff)$/.test(given.language);
  const [named, ...others] = isDiff ? filesInDiff(given.code) : [];
  if (others.length > 0) {
    void warn('This diff changes several files. Ask for a diff for each of them, or copy the code.');
    return;
  }
  const target = await targetOf({ ...given, file: named ?? given.file });
  if (target === undefined) {
    void warn('Open the file that this code is for, and apply it again.');
    return;
  }
  const before = target.document?.getText() ?? '';
  const placed = placeCode(given.code, { text: before, ...selectionIn(target) }, isDiff);
  if (placed === undefined) {
    void warn(
      `This diff doesn’t fit ${target.name}: its lines aren’t there. Ask for a new one, or copy the code.`,
    );
    return;
  }
  if (placed.text === before) {
    void inform(`${target.name} already has this code.`);
    return;
  }
  const shown = await diffs.show({
    before: { name: target.name, text: before },
    after: { name: target.name, text: placed.text },
    title: `${target.name} (now ↔ with the code)`,
    language: target.document?.languageId ?? (await languageIdOf(given.language)) ?? 'plaintext',
  });
  const agreed = await ask.confirm({ message: questionFor(target, placed), yes: 'Apply' });
  await shown.close();
  if (agreed) await change(target, before, placed.text);
}

interface Target {
  readonly uri: vscode.Uri;
  readonly name: string;
  /** Absent where the file has yet to be made. */
  readonly document?: vscode.TextDocument;
}

async function targetOf({ file }: AnsweredCode): Promise<Target | undefined> {
  const uri = file === undefined ? undefined : await workspaceUri(file);
  if (uri !== undefined) return targetAt(await vscode.workspace.openTextDocument(uri));
  const document = editable()?.document;
  if (document !== undefined && (file === undefined || endsWith(document.uri, file)))
    return targetAt(document);
  return file === undefined ? undefined : newFile(file);
}

function targetAt(document: vscode.TextDocument): Target {
  return { uri: document.uri, name: vscode.workspace.asRelativePath(document.uri), document };
}

/** A comparison or a result may be in front of the editor. */
function editable(): vscode.TextEditor | undefined {
  const { activeTextEditor, visibleTextEditors } = vscode.window;
  return [activeTextEditor, ...visibleTextEditors].find(
    editor =>
      editor?.document.uri.scheme === 'untitled' ||
      vscode.workspace.fs.isWritableFileSystem(editor?.document.uri.scheme ?? '') === true,
  );
}

/** Files of other folders often have the same name, and code that makes a new one must not end up in them. */
function endsWith({ path }: vscode.Uri, file: string): boolean {
  return path === file || path.endsWith(`/${file}`);
}

function newFile(file: string): Target | undefined {
  const [folder] = vscode.workspace.workspaceFolders ?? [];
  const isInside = !/^[/\\]|^[a-z]:|\\/i.test(file) && !file.split('/').includes('..');
  return folder === undefined || !isInside
    ? undefined
    : { uri: vscode.Uri.joinPath(folder.uri, file), name: file };
}

/** Only the selection of the active editor counts: you may have forgotten those in others. */
function selectionIn({ document }: Target): Pick<CodeTarget, 'selection'> {
  const editor = editable();
  if (document === undefined || editor?.document !== document) return {};
  const { start, end } = editor.selection;
  return { selection: { start: document.offsetAt(start), end: document.offsetAt(end) } };
}

function questionFor({ name, document }: Target, { how }: PlacedCode): string {
  if (document === undefined) return `Create ${name}, as the editor shows?`;
  const where = {
    file: `${name} is empty, so the code becomes all of it.`,
    selection: 'The code takes the place of the selection.',
    diff: 'The diff fits.',
    matched: 'The code takes the place of what it begins and ends like.',
    inserted: `Nothing in ${name} is like the code, so it is inserted.`,
  }[how];
  return `Change ${name}, as the editor shows? ${where}`;
}

async function change({ uri, name, document }: Target, before: string, after: string): Promise<void> {
  const isDone = document === undefined ? await create(uri, after) : await edit(document, before, after);
  if (isDone) await vscode.window.showTextDocument(uri);
  else if (isDone === undefined)
    void warn(`${name} has changed in the meantime. Apply the code again to see what it would change now.`);
  else void warn(`${name} can’t be changed. It may be read-only.`);
}

function create(uri: vscode.Uri, text: string): Thenable<boolean> {
  const edit = new vscode.WorkspaceEdit();
  edit.createFile(uri, { contents: new TextEncoder().encode(text) });
  return vscode.workspace.applyEdit(edit);
}

/** @returns `undefined` if the text has changed since you saw it */
async function edit(
  { uri }: vscode.TextDocument,
  before: string,
  after: string,
): Promise<boolean | undefined> {
  const now = await vscode.workspace.openTextDocument(uri);
  await untilRead(now);
  const { start, end, text } = changedLines(before, after);
  return editDocument(now, async () =>
    now.getText() === before
      ? [vscode.TextEdit.replace(new vscode.Range(now.positionAt(start), now.positionAt(end)), text)]
      : undefined,
  );
}
