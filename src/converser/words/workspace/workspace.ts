import type { Disposable, Listen } from '../../ground/async/listeners.ts';

/**
 * Contract:
 * - links are followed first; `path-refused` if the place is outside all roots, or unknown;
 * - unsaved changes count, as the editor shows them;
 * - lists are sorted by path, part by part, in the order of character codes.
 */
export interface Workspace extends WorkspaceFiles, WorkspaceSearch {
  /**
   * The old text stays until the new one is saved, in the old encoding. Text never replaces a binary file.
   * Rejects with `file-conflict` if that lacks a character, or the text isn't `replaces` (`null`: no file),
   * line endings aside.
   */
  write(file: Location, written: WrittenText, guard?: Guard): Promise<void>;
  /** Moves a file, a folder with its content, or a link itself. Never overwrites. */
  move(from: Location, to: Location, guard?: Guard): Promise<void>;
  /** Trashes a file, a folder with its content, or a link itself. Never deletes for good. */
  trash(location: Location, guard?: Guard): Promise<void>;
  readonly diagnostics?: (below: Location | undefined) => Promise<readonly Diagnostic[]>;
  readonly symbols?: (query: SymbolQuery) => Promise<readonly CodeSymbol[]>;
  readonly onDidChange: Listen<void>;
}

export interface WorkspaceFiles {
  readonly roots: readonly Root[];
  /** Follows links. What doesn't exist yet keeps its name. */
  realLocation(location: Location): Promise<Location>;
  /** Follows links; `undefined` if there is nothing. */
  stat(location: Location): Promise<FileStat | undefined>;
  /** Rejects with `file-not-found` if the folder doesn't exist. */
  list(folder: Location, guard?: ReadGuard): Promise<readonly Entry[]>;
  /** Rejects with `file-not-found`, or with `file-unreadable` if the file is too large. */
  read(file: Location, guard?: ReadGuard): Promise<FileContent>;
  uri(location: Location): string;
  /** For programs that search there; `undefined` if it isn't on this machine's disk. */
  openFolder(folder: Location, guard?: ReadGuard): Promise<OpenFolder | undefined>;
  unsaved(): readonly UnsavedFile[];
}

export interface WorkspaceSearch {
  /** Leaves out `.git` and what .gitignore and .ignore files name. */
  findFiles(query: FileQuery, signal: AbortSignal): Promise<Found<Location>>;
  /** Leaves out the same files, and doesn't follow links. */
  searchText(query: TextQuery, signal: AbortSignal): Promise<Found<TextMatch>>;
}

export interface SearchingIn {
  /** Finds what these files hold. Their folders lie where the workspace’s do. */
  searchIn(files: WorkspaceFiles): WorkspaceSearch;
}

export interface OpenFolder {
  readonly path: string;
  readonly place: string;
  release(): Promise<void>;
}

export interface Root {
  readonly name: string;
  /** Absolute, with `/` and without one at its end: `/home/me/app`, `C:/app`, `//server/share/app`. */
  readonly path: string;
  readonly rules: PathRules;
}

export interface PathRules {
  /** `README` and `readme` are the same file. */
  readonly foldsCase: boolean;
  /** Device names, `:` and trailing dots mean what they mean on Windows. */
  readonly windows: boolean;
}

export interface Location {
  readonly root: Root;
  /** Relative to the root: names joined by `/`, none of them `.` or `..`; empty for the root itself. */
  readonly path: string;
}

export type EntryKind = 'file' | 'folder' | 'other';

export interface FileStat {
  readonly kind: EntryKind;
  readonly size: number;
  readonly names?: number;
  /** The same for all names of a file. */
  readonly id?: string;
}

export interface Entry {
  readonly name: string;
  readonly kind: EntryKind;
  readonly isLink: boolean;
}

export type FileContent = TextFile | BinaryFile;

export interface TextFile {
  readonly kind: 'text';
  readonly text: string;
  /** VS Code's name, such as `utf8`, `utf8bom`, `utf16le`, `windows1252`; absent if unknown. */
  readonly encoding?: string;
  readonly isEncodingGuessed: boolean;
  readonly isUnsaved: boolean;
}

export interface BinaryFile {
  readonly kind: 'binary';
  readonly head: Uint8Array;
  /** In bytes. */
  readonly size: number;
}

export interface UnsavedFile {
  readonly location: Location;
  readonly text: string;
}

/** Called before anything changes. If it throws, nothing changes and the change rejects. */
export type Guard = (places: readonly ChangedPlace[]) => void | Promise<void>;

/** Called before anything is passed on. If it throws, reading rejects; a search leaves the place out. */
export type ReadGuard = (place: Location) => void;

/** Gets where a file was found and where it really is, and says why a search leaves it out. */
export interface Withholds {
  (found: Location, real: Location): WithheldFor | undefined;
  /** Globs, in any case of letters, of all that is withheld but what lies in a folder that is. Default: any file. */
  readonly among?: readonly string[];
}

export type WithheldFor = 'rule' | 'protected';

/** Links on the way are followed, not one that is itself moved or trashed. */
export interface ChangedPlace {
  readonly location: Location;
  readonly names?: number;
  readonly bytes?: Uint8Array;
}

export interface WrittenText {
  readonly text: string;
  readonly replaces?: string | null;
}

export interface FileQuery {
  readonly below: Location;
  readonly glob: string;
  readonly includeIgnored: boolean;
  readonly limit: number;
  readonly guard?: ReadGuard | undefined;
  readonly withholds?: Withholds;
}

export interface TextQuery {
  readonly below: Location;
  readonly text: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
  readonly glob?: string;
  readonly includeIgnored: boolean;
  readonly limit: number;
  readonly guard?: ReadGuard | undefined;
  readonly withholds?: Withholds;
}

export interface Found<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
  /** Invariant: no content decides what is withheld; else a search would reveal what it must not tell. */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly location: Location;
  readonly why: WithheldFor;
}

export interface TextMatch {
  readonly location: Location;
  readonly line: number;
  readonly text: string;
}

export interface Diagnostic {
  readonly location: Location;
  readonly line: number;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  readonly source?: string;
  readonly code?: string;
}

export type SymbolQuery =
  | { readonly kind: 'file'; readonly file: Location }
  | { readonly kind: 'name'; readonly name: string };

export interface CodeSymbol {
  readonly location: Location;
  readonly name: string;
  readonly kind: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly depth: number;
  readonly container?: string;
}

export interface DisposableWorkspace extends Workspace, Disposable {}
