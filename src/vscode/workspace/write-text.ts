import * as vscode from 'vscode';
import { fileErrors } from '../../converser/workspace/file-errors.ts';
import { hasSameText, lineEndingOf, withLineEnding } from '../../converser/workspace/line-endings.ts';
import type { WrittenText } from '../../converser/workspace/workspace.ts';
import { fileFault, guessedEncoding, openDocument, statOf } from './workspace-files.ts';

export type ShownText = WrittenText & {
  readonly shown: string;
  /** Called with what is about to be saved, when nothing is left to do but the change itself. */
  readonly check: (bytes: Uint8Array) => Promise<void>;
};

export async function createText(
  uri: vscode.Uri,
  { text, replaces, shown, check }: ShownText,
): Promise<void> {
  if (typeof replaces === 'string')
    throw fileErrors.fileConflict(shown, 'it no longer exists.', 'Look again.');
  const contents = await vscode.workspace.encode(text, { uri });
  await check(contents);
  if ((await statOf(uri)) !== undefined)
    throw fileErrors.fileConflict(shown, 'it has just been created.', 'Read it.');
  await vscode.workspace.fs.writeFile(uri, contents);
}

export async function replaceText(
  uri: vscode.Uri,
  { text, replaces, shown, check }: ShownText,
): Promise<void> {
  const document = await openText(uri, shown);
  if (typeof replaces === 'string' && (await isBehind(document, replaces)))
    return writeSaved(document, { text, replaces, shown, check });
  const before = document.getText();
  if (replaces !== undefined && (replaces === null || !hasSameText(before, replaces))) {
    throw fileErrors.fileConflict(shown, 'it has changed in the meantime.', 'Read it again.');
  }
  const { encoding } = document;
  await checkEncoding(text, { encoding, shown });
  const edit = new vscode.WorkspaceEdit();
  edit.set(uri, editsFor(document, text));
  await check(await vscode.workspace.encode(withEnding(document, text), { encoding }));
  await apply(edit, shown);
  // The first attempt fails where VS Code reads the file at that moment, because another program has changed it.
  const isSaved = async () => !document.isDirty || (await document.save());
  if (!(await isSaved()) && !(await isSaved())) {
    throw fileErrors.fileConflict(
      shown,
      'the change is in the editor, but could not be saved.',
      'Ask the user to look.',
    );
  }
}

async function openText(uri: vscode.Uri, shown: string): Promise<vscode.TextDocument> {
  try {
    const open = openDocument(uri);
    const guessed =
      open?.isDirty === true
        ? undefined
        : await guessedEncoding(uri, await vscode.workspace.fs.readFile(uri));
    const isKnown = guessed === undefined || (open !== undefined && !open.getText().includes('\uFFFD'));
    return isKnown
      ? await vscode.workspace.openTextDocument(uri)
      : await vscode.workspace.openTextDocument(uri, { encoding: guessed });
  } catch (cause) {
    throw fileErrors.fileConflict(
      shown,
      `the editor cannot open it as text: ${fileFault('', cause).message}`,
    );
  }
}

/**
 * Whether the text that was read is saved, and the editor does not show it yet: VS Code takes a while to read again what
 * another program has changed.
 */
async function isBehind(document: vscode.TextDocument, read: string): Promise<boolean> {
  if (document.isDirty || hasSameText(document.getText(), read)) return false;
  const { uri, encoding } = document;
  const saved = await vscode.workspace.decode(await vscode.workspace.fs.readFile(uri), { encoding });
  return hasSameText(saved, read) && !document.isDirty;
}

/** Past the editor, which would refuse to save on top of what it has not read. It shows the new text as soon as it reads it. */
async function writeSaved(
  { uri, encoding }: vscode.TextDocument,
  { text, replaces, shown, check }: ShownText & { readonly replaces: string },
): Promise<void> {
  await checkEncoding(text, { encoding, shown });
  const ending = lineEndingOf(text) ?? lineEndingOf(replaces) ?? '\n';
  const bytes = await vscode.workspace.encode(withLineEnding(text, ending), { encoding });
  await check(bytes);
  await vscode.workspace.fs.writeFile(uri, bytes);
}

/** All lines of a document end alike. */
function withEnding({ eol }: vscode.TextDocument, text: string): string {
  return withLineEnding(text, lineEndingOf(text) ?? (eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n'));
}

/** Replaces only what differs, which keeps cursors and folded regions in place. */
function editsFor(document: vscode.TextDocument, text: string): readonly vscode.TextEdit[] {
  const ending = lineEndingOf(text);
  const wanted = ending === '\r\n' ? vscode.EndOfLine.CRLF : vscode.EndOfLine.LF;
  const mine = document.eol === vscode.EndOfLine.CRLF ? '\r\n' : '\n';
  const before = document.getText();
  const after = withLineEnding(text, mine);
  const most = Math.min(before.length, after.length);
  let head = 0;
  while (head < most && before[head] === after[head]) head++;
  // A range cannot start or end inside a line ending or a surrogate pair.
  while (head > 0 && /[\r\ud800-\udbff]/.test(before.charAt(head - 1))) head--;
  let tail = 0;
  while (tail < most - head && before.at(-1 - tail) === after.at(-1 - tail)) tail++;
  while (tail > 0 && /[\n\udc00-\udfff]/.test(before.charAt(before.length - tail))) tail--;
  const range = new vscode.Range(document.positionAt(head), document.positionAt(before.length - tail));
  return [
    ...(ending !== undefined && wanted !== document.eol ? [vscode.TextEdit.setEndOfLine(wanted)] : []),
    vscode.TextEdit.replace(range, after.slice(head, after.length - tail)),
  ];
}

/** Without this, saving would write a question mark for characters that the encoding lacks. */
async function checkEncoding(
  text: string,
  { encoding, shown }: { readonly encoding: string; readonly shown: string },
): Promise<void> {
  if (encoding.startsWith('utf')) return;
  const bytes = await vscode.workspace.encode(text, { encoding });
  if ((await vscode.workspace.decode(bytes, { encoding })) === text) return;
  throw fileErrors.fileConflict(
    shown,
    `its encoding, ${encoding}, cannot represent all of these characters.`,
  );
}

async function apply(edit: vscode.WorkspaceEdit, shown: string): Promise<void> {
  if (await vscode.workspace.applyEdit(edit)) return;
  throw fileErrors.fileConflict(
    shown,
    'the editor refused the change.',
    'Look again: it may have changed in the meantime.',
  );
}
