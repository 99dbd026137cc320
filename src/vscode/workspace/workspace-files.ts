import * as vscode from 'vscode';
import { ConverserError, reasonOf } from '../../converser/ground/errors.ts';
import { isUtf8, largestText, sniffText } from '../../converser/words/workspace/detect-encoding.ts';
import { fileErrors } from '../../converser/words/workspace/file-errors.ts';
import { absolutePath, comparePaths, shownPath } from '../../converser/words/workspace/paths.ts';
import {
  containReal,
  type RealLocation,
  type RealPath,
} from '../../converser/words/workspace/resolve-links.ts';
import type {
  Entry,
  EntryKind,
  FileContent,
  Location,
  TextFile,
  UnsavedFile,
  WorkspaceFiles,
} from '../../converser/words/workspace/workspace.ts';
import type { DiskLook } from '../../ensembles/workspace/disk/disk-look.ts';
import { readSaved } from './read-saved.ts';
import { isUnsaved } from './unsaved.ts';
import type { WorkspaceRoots } from './workspace-roots.ts';

export interface VscodeFilesOptions {
  readonly realPath: RealPath;
  /** VS Code would follow whatever link is on this machine's disk. */
  readonly disk: DiskLook;
}

export function createVscodeFiles(
  roots: WorkspaceRoots,
  { realPath, disk }: VscodeFilesOptions,
): WorkspaceFiles {
  const shown = (location: Location) => shownPath(location, roots.all());
  const real = (location: Location) => followLinks(location, { roots, realPath });
  const realUri = async (location: Location) => roots.uri((await real(location)).location);

  return {
    get roots() {
      return roots.all();
    },
    uri: location => roots.uri(location).toString(),
    realLocation: async location => (await real(location)).location,
    openFolder: async (folder, guard) => (roots.isOnDisk(folder) ? disk.open(folder, guard) : undefined),
    unsaved: () => unsavedFiles(roots),

    async stat(location) {
      if (roots.isOnDisk(location)) return disk.stat(location);
      const found = await statOf(await realUri(location));
      return found === undefined ? undefined : { kind: kindOf(found.type), size: found.size };
    },

    async list(folder, guard) {
      if (roots.isOnDisk(folder)) return disk.list(folder, guard);
      guard?.((await real(folder)).location);
      const uri = await realUri(folder);
      try {
        const entries = await vscode.workspace.fs.readDirectory(uri);
        return entries.map(entryOf).sort((a, b) => comparePaths(a.name, b.name));
      } catch (cause) {
        throw fileFault(shown(folder), cause);
      }
    },

    async read(file, guard) {
      const { location } = await real(file);
      guard?.(location);
      const uri = roots.uri(location);
      const open = openDocument(uri) ?? openDocument(roots.uri(file));
      if (open !== undefined && isUnsaved(open)) return unsavedContent(open);
      try {
        const bytes = roots.isOnDisk(file)
          ? await disk.bytes(file, guard)
          : await readSaved(uri, largestText);
        return await decoded(bytes, { uri, encoding: open?.encoding });
      } catch (cause) {
        throw fileFault(shown(file), cause);
      }
    },
  };
}

/** Virtual folders must not contain links on the way. */
export async function followLinks(
  location: Location,
  { roots, realPath }: { readonly roots: WorkspaceRoots; readonly realPath: RealPath },
): Promise<RealLocation> {
  if (roots.isOnDisk(location)) {
    const onDisk = roots.all().filter(root => roots.isOnDisk({ root, path: '' }));
    return containReal(location, { roots: onDisk, realPath });
  }
  const parts = location.path.split('/');
  for (const index of parts.keys()) {
    const above = { root: location.root, path: parts.slice(0, index + 1).join('/') };
    const found = await statOf(roots.uri(above));
    if (found !== undefined && (found.type & vscode.FileType.SymbolicLink) !== 0) {
      const reason = 'links in virtual folders cannot be followed.';
      throw fileErrors.pathRefused(shownPath(location, roots.all()), reason);
    }
  }
  return { location, path: absolutePath(location) };
}

export async function statOf(uri: vscode.Uri): Promise<vscode.FileStat | undefined> {
  try {
    return await vscode.workspace.fs.stat(uri);
  } catch (cause) {
    if (isMissing(cause)) return undefined;
    throw cause;
  }
}

export function openDocument(uri: vscode.Uri): vscode.TextDocument | undefined {
  const key = uri.toString();
  return vscode.workspace.textDocuments.find(document => document.uri.toString() === key);
}

/** The message has the path as the model knows it. */
export function fileFault(shown: string, cause: unknown): ConverserError {
  if (cause instanceof ConverserError) return cause;
  if (isMissing(cause)) return fileErrors.fileNotFound(shown);
  return fileErrors.fileConflict(shown, reasonOf(cause));
}

function isMissing(cause: unknown): boolean {
  return (
    cause instanceof vscode.FileSystemError &&
    (cause.code === 'FileNotFound' || /\bENOTDIR\b/.test(cause.message))
  );
}

function unsavedFiles(roots: WorkspaceRoots): readonly UnsavedFile[] {
  return vscode.workspace.textDocuments.flatMap(document => {
    const location = !document.isUntitled && isUnsaved(document) ? roots.location(document.uri) : undefined;
    return location === undefined ? [] : [{ location, text: document.getText() }];
  });
}

function unsavedContent(document: vscode.TextDocument): TextFile {
  const { encoding } = document;
  return { kind: 'text', text: document.getText(), encoding, isEncodingGuessed: false, isUnsaved: true };
}

async function decoded(
  bytes: Uint8Array,
  { uri, encoding }: { readonly uri: vscode.Uri; readonly encoding: string | undefined },
): Promise<FileContent> {
  const sniffed = sniffText(bytes);
  if (sniffed === 'binary')
    return { kind: 'binary', head: Uint8Array.from(bytes.subarray(0, 64)), size: bytes.length };
  const known = encoding ?? (sniffed === 'text' ? undefined : sniffed);
  const isPlausible = known !== undefined && (known !== 'utf8' || isUtf8(bytes));
  if (isPlausible) return savedText(bytes, { encoding: known });
  const guessed = await guessedEncoding(uri, bytes);
  return savedText(bytes, guessed === undefined ? { uri } : { encoding: guessed, isGuessed: true });
}

type Encoding = { readonly uri: vscode.Uri } | { readonly encoding: string; readonly isGuessed?: boolean };

async function savedText(bytes: Uint8Array, encoding: Encoding): Promise<TextFile> {
  const text = await ('uri' in encoding
    ? vscode.workspace.decode(bytes, { uri: encoding.uri })
    : vscode.workspace.decode(bytes, { encoding: encoding.encoding }));
  return {
    kind: 'text',
    text: text.replace(/^\uFEFF/, ''),
    isUnsaved: false,
    isEncodingGuessed: 'isGuessed' in encoding,
    ...('uri' in encoding ? {} : { encoding: encoding.encoding }),
  };
}

/** VS Code would save replacement characters for unfit bytes. In Windows-1252, every byte stays what it is. */
export async function guessedEncoding(uri: vscode.Uri, bytes: Uint8Array): Promise<string | undefined> {
  if (sniffText(bytes) !== 'text' || isUtf8(bytes)) return undefined;
  const text = await vscode.workspace.decode(bytes, { uri });
  return text.includes('\uFFFD') ? 'windows1252' : undefined;
}

function entryOf([name, type]: [string, vscode.FileType]): Entry {
  return { name, kind: kindOf(type), isLink: (type & vscode.FileType.SymbolicLink) !== 0 };
}

function kindOf(type: vscode.FileType): EntryKind {
  if ((type & vscode.FileType.File) !== 0) return 'file';
  return (type & vscode.FileType.Directory) !== 0 ? 'folder' : 'other';
}
