import * as vscode from 'vscode';
import { absoluteKept } from '../../converser/words/workspace/kept-place.ts';
import { changesAt, lineChanges, linesIn } from '../../ensembles/workspace/edit/line-changes.ts';
import type { TurnUndo } from '../../ensembles/workspace/journal/turn-undo.ts';
import { inform } from '../common/notices.ts';
import { editDocument, isBehind } from '../workspace/edit-document.ts';
import { editFor } from '../workspace/edit-for-change.ts';
import type { KeptFile, KeptFiles } from './kept-files.ts';

export interface UndoHunkPorts {
  readonly turns: Pick<TurnUndo, 'records'>;
  readonly kept: KeptFiles;
}

/** Changes the editor, where you can undo that and save it. */
export async function undoHunk(which: 'this' | 'others', ports: UndoHunkPorts): Promise<void> {
  const editor = vscode.window.activeTextEditor;
  const compared = editor && (await comparedIn(editor, ports));
  if (editor === undefined || compared === undefined) {
    void inform('Place the cursor in a file that a turn changed.');
    return;
  }
  const { start, end } = editor.selection;
  const side = editor.document === compared.earlier ? 'old' : 'new';
  const isDone = await editDocument(compared.document, () =>
    editsTaking(which, { ...compared, at: { first: start.line, last: end.line, side } }),
  );
  if (isDone === false) void inform(`${nameOf(compared.document)} can’t be changed. It may be read-only.`);
}

async function editsTaking(
  which: 'this' | 'others',
  { document, earlier, at }: Compared & { readonly at: Parameters<typeof changesAt>[1] },
): Promise<readonly vscode.TextEdit[] | undefined> {
  if (await isBehind(document)) {
    void inform(`${nameOf(document)} has just changed on the disk. Try again when the editor shows it.`);
    return undefined;
  }
  const changes = await lineChanges(earlier.getText(), document.getText());
  if (changes === undefined) {
    void inform(
      'Too much of this file has changed to tell single changes apart. Undo the whole file instead.',
    );
    return undefined;
  }
  const here = changesAt(changes, at);
  if (here.length === 0) {
    void inform('Place the cursor in one of the changed lines.');
    return undefined;
  }
  const chosen = which === 'this' ? here : changes.filter(each => !here.includes(each));
  return chosen.map(change => editFor(change, { document, old: linesIn(earlier.getText()) }));
}

function nameOf({ uri }: vscode.TextDocument): string {
  return vscode.workspace.asRelativePath(uri);
}

interface Compared {
  readonly document: vscode.TextDocument;
  readonly earlier: vscode.TextDocument;
}

async function comparedIn(
  { document }: vscode.TextEditor,
  { turns, kept }: UndoHunkPorts,
): Promise<Compared | undefined> {
  const versions = (await turns.records()).flatMap(({ record, files }) =>
    record.header.undoes !== undefined
      ? []
      : files.flatMap(({ was, now, before, isUndone }) =>
          was === undefined || before?.kind !== 'file'
            ? []
            : [
                versionOf(
                  { record: record.id, hash: before.hash, path: absoluteKept(was) },
                  absoluteKept(now),
                  isUndone,
                ),
              ],
        ),
  );
  function versionOf(file: KeptFile, now: string, isUndone: boolean) {
    return { earlier: kept.uri(file), now: vscode.Uri.file(now), isUndone };
  }
  const shown = document.uri.toString();
  const visible = new Set(vscode.window.visibleTextEditors.map(each => each.document.uri.toString()));
  const found =
    versions.find(({ earlier }) => earlier.toString() === shown) ??
    versions.find(({ earlier, now }) => now.toString() === shown && visible.has(earlier.toString())) ??
    versions.find(({ now, isUndone }) => now.toString() === shown && !isUndone);
  if (found === undefined) return undefined;
  return {
    document: await vscode.workspace.openTextDocument(found.now),
    earlier: await vscode.workspace.openTextDocument(found.earlier),
  };
}
