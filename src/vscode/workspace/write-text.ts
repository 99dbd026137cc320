import * as vscode from 'vscode';
import type { ConverserError } from '../../converser/ground/errors.ts';
import { fileErrors } from '../../converser/words/workspace/file-errors.ts';
import { hasSameText, lineEndingOf, withLineEnding } from '../../converser/words/workspace/line-endings.ts';
import type { WrittenText } from '../../converser/words/workspace/workspace.ts';
import { currentText, editDocument } from './edit-document.ts';
import { readSaved } from './read-saved.ts';
import { isUnsaved } from './unsaved.ts';
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

/** Decides by what is saved, unless the editor has something to save: what it shows may be older. */
export async function replaceText(
  uri: vscode.Uri,
  { text, replaces, shown, check }: ShownText,
): Promise<void> {
  const document = await openText(uri, shown);
  const { encoding } = document;
  const before = await currentText(document);
  if (replaces !== undefined && (replaces === null || !hasSameText(before.text, replaces)))
    throw changedMeanwhile(shown);
  await checkEncoding(text, { encoding, shown });
  const bytes = await vscode.workspace.encode(withLineEnding(text, lineEndingOf(text) ?? '\n'), { encoding });
  await check(bytes);
  const isEdited = await editDocument(document, async () => {
    const now = await currentText(document);
    if (!hasSameText(now.text, before.text)) throw changedMeanwhile(shown);
    return hasSameText(document.getText(), now.text) ? editsFor(document, text) : undefined;
  });
  // VS Code would refuse to save on top of what it has not read. It shows the new text as soon as it reads it.
  if (isEdited === undefined) return vscode.workspace.fs.writeFile(uri, bytes);
  if (!isEdited)
    throw fileErrors.fileConflict(
      shown,
      'the editor refused the change.',
      'Look again: it may have changed in the meantime.',
    );
  if (await isSaved(document, before.saved)) return;
  throw fileErrors.fileConflict(
    shown,
    'the change is in the editor, but could not be saved.',
    'Ask the user to look.',
  );
}

function changedMeanwhile(shown: string): ConverserError {
  return fileErrors.fileConflict(shown, 'it has changed in the meantime.', 'Read it again.');
}

/**
 * VS Code refuses to save where it read the file while another program wrote it. What is saved is nobody
 * else's if the change was made for it: VS Code takes a file for saved that holds what it would write.
 */
async function isSaved(document: vscode.TextDocument, before: Uint8Array | undefined): Promise<boolean> {
  if (!isUnsaved(document) || (await document.save())) return true;
  const { uri, encoding } = document;
  try {
    if (before === undefined || !areEqual(await readSaved(uri), before)) return false;
    await vscode.workspace.fs.writeFile(uri, await vscode.workspace.encode(document.getText(), { encoding }));
    return await document.save();
  } catch {
    // It may be read-only, or gone.
    return false;
  }
}

function areEqual(a: Uint8Array, b: Uint8Array): boolean {
  return a.length === b.length && a.every((byte, index) => byte === b[index]);
}

async function openText(uri: vscode.Uri, shown: string): Promise<vscode.TextDocument> {
  try {
    const open = openDocument(uri);
    const guessed =
      open !== undefined && isUnsaved(open) ? undefined : await guessedEncoding(uri, await readSaved(uri));
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

/** Replacing only what differs keeps cursors and folded regions in place. */
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
