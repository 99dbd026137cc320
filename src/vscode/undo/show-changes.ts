import * as vscode from 'vscode';
import type { Disposable } from '../../converser/ground/async/listeners.ts';
import { serial } from '../../converser/ground/async/serial.ts';
import { visibleLine } from '../../converser/ground/wording/visible-text.ts';
import { absoluteKept, type KeptPlace } from '../../converser/words/workspace/kept-place.ts';
import type { ChangedFile } from '../../ensembles/workspace/journal/changed-files.ts';
import type { Image } from '../../ensembles/workspace/journal/image.ts';
import type { TurnInEditor } from '../../ensembles/workspace/journal/undo-by-editor.ts';
import type { Undoable } from '../../ensembles/workspace/journal/undoable.ts';
import type { KeptFiles } from './kept-files.ts';
import type { TurnChanges } from './turn-changes.ts';

type Row = readonly [label: vscode.Uri, original: vscode.Uri | undefined, modified: vscode.Uri | undefined];

const mostRows = 300;

export interface ShownTurns extends Disposable {
  /** What later turns have changed since is shown as this turn left it, and all else as it is. */
  show(turn: Undoable): Promise<void>;
}

export interface ShownTurnsPorts {
  readonly kept: KeptFiles;
  readonly changes: Pick<TurnChanges, 'all' | 'onDidChange'>;
  readonly onFailure: (cause: unknown) => void;
}

/** A later turn may change what is shown of a turn, which then is opened again as it was. */
export function createShownTurns({ kept, changes, onFailure }: ShownTurnsPorts): ShownTurns {
  // By their titles, with the files that are shown as they are.
  const open = new Map<string, { readonly turn: Undoable; readonly live: readonly vscode.Uri[] }>();

  async function show(turn: Undoable): Promise<void> {
    const title = `Changes of “${visibleLine(turn.record.header.title)}”`;
    const rows = turn.files.flatMap(file => rowsOf(file, turn.record.id, kept)).slice(0, mostRows);
    const shown = await Promise.all(rows.map(row => present(row, { turn, all: changes.all, kept })));
    await openChanges(title, shown);
    const live = shown.flatMap(([label, , modified]) => (modified?.scheme === 'file' ? [label] : []));
    open.set(title, { turn, live });
  }

  /** Leaves alone what you don’t look at: it would come to the front. */
  async function showAgain(): Promise<void> {
    for (const [title, { turn, live }] of open) {
      const tab = vscode.window.tabGroups.all
        .flatMap(({ tabs }) => tabs)
        .find(({ label }) => label.startsWith(title));
      if (tab === undefined) open.delete(title);
      else if (
        tab.isActive &&
        tab.group.isActive &&
        live.some(file => laterTurn(file, turn, changes.all) !== undefined)
      ) {
        await show(turn);
        await vscode.window.tabGroups.close(tab, true);
      }
    }
  }

  const inTurn = serial();
  const again = () => void inTurn(showAgain).catch(onFailure);
  const following = vscode.Disposable.from(
    changes.onDidChange(again),
    vscode.window.tabGroups.onDidChangeTabs(({ changed }) => {
      if (open.size > 0 && changed.some(({ isActive }) => isActive)) again();
    }),
  );
  return { show, dispose: () => void following.dispose() };
}

export async function openChanges(
  title: string,
  rows: readonly (readonly (vscode.Uri | undefined)[])[],
): Promise<void> {
  await vscode.commands.executeCommand('vscode.changes', title, rows);
  // For the menu and the keys of its editors.
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

async function present(
  [label, original, live]: Row,
  {
    turn,
    all,
    kept,
  }: { readonly turn: Undoable; readonly all: readonly Undoable[]; readonly kept: KeptFiles },
): Promise<Row> {
  const later = laterTurn(label, turn, all);
  if (later !== undefined) return [label, original, await leftBy(turn, later, { label, kept })];
  const isThere =
    live !== undefined &&
    (await vscode.workspace.fs.stat(live).then(
      ({ type }) => (type & vscode.FileType.File) !== 0,
      () => false,
    ));
  return [label, original, isThere ? live : undefined];
}

/** The next one that changed the file. */
function laterTurn(
  place: vscode.Uri,
  { record }: Undoable,
  all: readonly Undoable[],
): TurnInEditor | undefined {
  const at = all.findIndex(each => each.record.id === record.id);
  const later = all.slice(0, Math.max(at, 0)).toReversed();
  return later.flatMap(turn => {
    const file = turn.files.find(each => !each.isUndone && isAt(place, each.was ?? each.now));
    return file === undefined ? [] : [{ turn, file }];
  })[0];
}

function isAt(uri: vscode.Uri, place: KeptPlace): boolean {
  return vscode.Uri.file(absoluteKept(place)).toString() === uri.toString();
}

/** Where the journal hasn't kept what the turn wrote, the next turn has found it, with your edits. */
async function leftBy(
  { record }: Undoable,
  { turn: next, file }: TurnInEditor,
  { label, kept }: { readonly label: vscode.Uri; readonly kept: KeptFiles },
): Promise<vscode.Uri | undefined> {
  const after = record.changes.findLast(
    ({ change }) => change.kind === 'replace' && isAt(label, change.place),
  )?.after;
  if (after?.kind === 'absent') return undefined;
  const path = label.path;
  if (after?.kind === 'file') {
    const isKept = await record.bytes(after.hash).then(
      () => true,
      () => false,
    );
    if (isKept) return kept.uri({ record: record.id, hash: after.hash, path });
  }
  const { before } = file;
  return before?.kind === 'file' ? kept.uri({ record: next.record.id, hash: before.hash, path }) : undefined;
}
