import * as vscode from 'vscode';
import { defined } from '../../converser/json/defined.ts';
import { fileErrors } from '../../converser/workspace/file-errors.ts';
import { hasSameText, lineEndingOf, withLineEnding } from '../../converser/workspace/line-endings.ts';
import { child, nameOf, parent, placeKey, shownPath } from '../../converser/workspace/paths.ts';
import type { RealPath } from '../../converser/workspace/resolve-links.ts';
import type {
  Guard,
  Location,
  Workspace,
  WorkspaceFiles,
  WrittenText,
} from '../../converser/workspace/workspace.ts';
import type { Trash } from '../../ensembles/workspace/disk/freedesktop-trash.ts';
import { fileFault, followLinks, guessedEncoding, openDocument, statOf } from './workspace-files.ts';
import type { WorkspaceRoots } from './workspace-roots.ts';

export interface ChangeOptions {
  readonly realPath: RealPath;
  /** Moves something on this machine's disk to a trash. */
  readonly trash: Trash;
  readonly stat: WorkspaceFiles['stat'];
}

/**
 * Changes that go through the editor, so that the user can undo them.
 *
 * VS Code takes a path and no open folder. So links are followed once more just before VS Code gets to work; what
 * another program swaps after that moment, VS Code follows.
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

/** Where things of the workspace really are. */
interface Places {
  readonly roots: WorkspaceRoots;
  shown(location: Location): string;
  /** The location with all links followed. */
  real(location: Location): Promise<Location>;
  /** The thing itself even if it is a link: its real folder, and its own name. */
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
    await (found === undefined ? create : replace)(edited, { ...written, shown: shown(file), check });
  } catch (cause) {
    throw fileFault(shown(file), cause);
  }
}

/** Links on the way lead where they led before. */
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
  const edit = new vscode.WorkspaceEdit();
  edit.renameFile(roots.uri(source), roots.uri(target), { overwrite: false });
  await apply(edit, shown(from));
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

type ShownText = WrittenText & {
  readonly shown: string;
  /** Called with what is about to be saved, when nothing is left to do but the change itself. */
  readonly check: (bytes: Uint8Array) => Promise<void>;
};

async function create(uri: vscode.Uri, { text, replaces, shown, check }: ShownText): Promise<void> {
  if (typeof replaces === 'string')
    throw fileErrors.fileConflict(shown, 'it no longer exists.', 'Look again.');
  const edit = new vscode.WorkspaceEdit();
  const contents = await vscode.workspace.encode(text, { uri });
  edit.createFile(uri, { overwrite: false, contents });
  await check(contents);
  await apply(edit, shown);
}

async function replace(uri: vscode.Uri, { text, replaces, shown, check }: ShownText): Promise<void> {
  const document = await openText(uri, shown);
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
  if (document.isDirty && !(await document.save())) {
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

/** Also true of a broken link. */
async function isThere(roots: WorkspaceRoots, location: Location): Promise<boolean> {
  if ((await statOf(roots.uri(location)).catch(() => undefined)) !== undefined) return true;
  const name = nameOf(location);
  const siblings = await Promise.resolve(
    vscode.workspace.fs.readDirectory(roots.uri(parent(location))),
  ).catch(() => []);
  return siblings.some(([sibling]) => sibling === name);
}
