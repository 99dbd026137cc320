import * as vscode from 'vscode';
import { defined } from '../../converser/ground/json/defined.ts';
import { fileErrors } from '../../converser/words/workspace/file-errors.ts';
import {
  child,
  isWithin,
  nameOf,
  parent,
  placeKey,
  shownPath,
} from '../../converser/words/workspace/paths.ts';
import type { RealPath } from '../../converser/words/workspace/resolve-links.ts';
import type {
  Guard,
  Location,
  Workspace,
  WorkspaceFiles,
  WrittenText,
} from '../../converser/words/workspace/workspace.ts';
import type { Trash } from '../../ensembles/workspace/disk/freedesktop-trash.ts';
import { isUnsaved } from './unsaved.ts';
import { fileFault, followLinks, openDocument, statOf } from './workspace-files.ts';
import type { WorkspaceRoots } from './workspace-roots.ts';
import { createText, replaceText } from './write-text.ts';

export interface ChangeOptions {
  readonly realPath: RealPath;
  readonly trash: Trash;
  readonly stat: WorkspaceFiles['stat'];
}

/**
 * Texts are changed in the editor, so that you can undo that there. Other extensions take no part in changes
 * to files: no undo would know what they change. VS Code takes a path and no open folder, so links are
 * followed once more just before; what another program swaps after that moment, VS Code follows.
 */
export function createVscodeChanges(
  roots: WorkspaceRoots,
  { realPath, trash, stat }: ChangeOptions,
): Pick<Workspace, 'write' | 'move' | 'trash'> {
  const places = createPlaces(roots, realPath);
  return {
    write: (file, written, guard) =>
      write(file, { ...written, guard: guard ?? (() => {}) }, { places, stat }),
    move: (from, to, guard) => move(from, to, { ...places, guard: guard ?? (() => {}) }),
    trash: (location, guard) => moveToTrash(location, { places, trash, guard: guard ?? (() => {}) }),
  };
}

interface Places {
  readonly roots: WorkspaceRoots;
  shown(location: Location): string;
  /** All links are followed. */
  real(location: Location): Promise<Location>;
  /** The last link is not followed: its real folder, and its own name. */
  entry(location: Location): Promise<Location>;
}

function createPlaces(roots: WorkspaceRoots, realPath: RealPath): Places {
  const shown = (location: Location) => shownPath(location, roots.all());
  const real = async (location: Location) => (await followLinks(location, { roots, realPath })).location;
  return {
    roots,
    shown,
    real,
    async entry(location) {
      if (location.path === '')
        throw fileErrors.pathRefused(shown(location), 'it is a whole folder of the workspace.');
      return child(await real(parent(location)), nameOf(location));
    },
  };
}

interface Guarded {
  readonly guard: Guard;
}

async function write(
  file: Location,
  { guard, ...written }: WrittenText & Guarded,
  { places, stat }: { readonly places: Places } & Pick<ChangeOptions, 'stat'>,
): Promise<void> {
  const { roots, shown, real } = places;
  const location = await real(file);
  const uri = roots.uri(location);
  // If the file is open under the name of a link, the editor has a separate document for it.
  const edited = openDocument(uri) === undefined ? (openDocument(roots.uri(file))?.uri ?? uri) : uri;
  try {
    const found = await stat(location);
    const check = async (bytes: Uint8Array) => {
      expectAt(location, await real(file), shown(file));
      await guard([defined({ location, names: found?.names, bytes })]);
    };
    await (found === undefined ? createText : replaceText)(edited, { ...written, shown: shown(file), check });
  } catch (cause) {
    throw fileFault(shown(file), cause);
  }
}

/** Links on the way must lead where they led before. */
function expectAt(before: Location, now: Location, shown: string): void {
  if (placeKey(before) === placeKey(now)) return;
  throw fileErrors.pathRefused(shown, 'a link on the way was replaced.', 'Try again.');
}

async function move(
  from: Location,
  to: Location,
  { roots, shown, entry, guard }: Places & Guarded,
): Promise<void> {
  const [source, target] = [await entry(from), await entry(to)];
  if (target.path.startsWith(`${source.path}/`) && target.root.path === source.root.path) {
    throw fileErrors.fileConflict(shown(from), 'a folder cannot move into itself.');
  }
  if (!(await isThere(roots, source))) throw fileErrors.fileNotFound(shown(from));
  if ((await isThere(roots, target)) && placeKey(source) !== placeKey(target)) {
    throw fileErrors.fileConflict(shown(to), 'something with that name already exists.');
  }
  await guard([{ location: source }, { location: target }]);
  expectAt(source, await entry(from), shown(from));
  expectAt(target, await entry(to), shown(to));
  // An editor that has not saved would write its file again where it was.
  if (hasUnsaved(roots.uri(source)))
    throw fileErrors.fileConflict(
      shown(from),
      'an editor has unsaved changes of it.',
      'Ask the user to save or revert them.',
    );
  await vscode.workspace.fs
    .rename(roots.uri(source), roots.uri(target), { overwrite: false })
    .then(undefined, (cause: unknown) => {
      throw fileFault(shown(from), cause);
    });
}

function hasUnsaved(place: vscode.Uri): boolean {
  const { textDocuments, notebookDocuments } = vscode.workspace;
  return [...textDocuments, ...notebookDocuments].some(
    document =>
      document.uri.scheme === place.scheme &&
      document.uri.authority === place.authority &&
      isWithin(document.uri.path, place.path) &&
      isUnsaved(document),
  );
}

async function moveToTrash(
  location: Location,
  { places, trash, guard }: { readonly places: Places } & Pick<ChangeOptions, 'trash'> & Guarded,
): Promise<void> {
  const { roots, shown, entry } = places;
  const place = await entry(location);
  if (!(await isThere(roots, place))) throw fileErrors.fileNotFound(shown(location));
  await guard([{ location: place }]);
  expectAt(place, await entry(location), shown(location));
  const uri = roots.uri(place);
  try {
    await vscode.workspace.fs.delete(uri, { recursive: true, useTrash: true });
  } catch (cause) {
    // VS Code knows of no trash on remote machines.
    const done = roots.isOnDisk(place) && (await trash({ absolutePath: uri.fsPath }));
    if (done) return;
    const reason = `it could not be moved to the trash, and Converser never deletes permanently: ${fileFault('', cause).message}`;
    throw fileErrors.fileConflict(shown(location), reason);
  }
}

/** Also true of a broken link. */
async function isThere(roots: WorkspaceRoots, location: Location): Promise<boolean> {
  if ((await statOf(roots.uri(location)).catch(() => undefined)) !== undefined) return true;
  const name = nameOf(location);
  const siblings = await Promise.resolve(
    vscode.workspace.fs.readDirectory(roots.uri(parent(location))),
  ).catch(() => []);
  return siblings.some(([sibling]) => sibling === name);
}
