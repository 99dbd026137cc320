import * as vscode from 'vscode';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import { absoluteKept } from '../../converser/words/workspace/kept-place.ts';
import type { ChangedFile } from '../../ensembles/workspace/journal/changed-files.ts';
import type { Image } from '../../ensembles/workspace/journal/image.ts';
import type { Undoable } from '../../ensembles/workspace/journal/undoable.ts';
import type { KeptFiles } from './kept-files.ts';

type Row = readonly [label: vscode.Uri, original: vscode.Uri | undefined, modified: vscode.Uri | undefined];

const mostRows = 300;

export async function showChanges({ record, files }: Undoable, kept: KeptFiles): Promise<void> {
  const rows = files.flatMap(file => rowsOf(file, record.id, kept));
  const shown = await Promise.all(rows.slice(0, mostRows).map(present));
  const title = `Changes of “${visibleLine(record.header.title)}”`;
  await vscode.commands.executeCommand('vscode.changes', title, shown);
  // For the menu of its editors.
  await vscode.commands.executeCommand('setContext', 'converser.showsChanges', true);
}

function rowsOf({ was, now, before, made }: ChangedFile, record: string, kept: KeptFiles): readonly Row[] {
  const file = vscode.Uri.file(absoluteKept(now));
  if (made !== undefined)
    return filesIn(made, '').map(({ path }): Row => {
      const place = vscode.Uri.file(`${absoluteKept(now)}${path}`);
      return [place, undefined, place];
    });
  if (before === undefined || was === undefined) return [[file, undefined, file]];
  return filesIn(before, '').map(({ path, hash }): Row => {
    const place = vscode.Uri.file(`${absoluteKept(now)}${path}`);
    return [place, kept.uri({ record, hash, path: `${absoluteKept(was)}${path}` }), place];
  });
}

/** The paths are empty, or begin with a separator. */
function filesIn(image: Image, path: string): readonly { readonly path: string; readonly hash: string }[] {
  if (image.kind === 'file') return [{ path, hash: image.hash }];
  if (image.kind !== 'folder') return [];
  return image.entries.flatMap(({ name, image: inner }) => filesIn(inner, `${path}/${name}`));
}

async function present([label, original, file]: Row): Promise<Row> {
  const isThere =
    file !== undefined &&
    (await vscode.workspace.fs.stat(file).then(
      ({ type }) => (type & vscode.FileType.File) !== 0,
      () => false,
    ));
  return [label, original, isThere ? file : undefined];
}
