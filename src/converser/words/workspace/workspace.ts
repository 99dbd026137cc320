import type { Disposable, Listen } from '../../ground/async/listeners.ts';

/**
 * The files a conversation may work with: the port that the workspace tools stand on, and that VS Code's file
 * system, a disk and a test's memory supply.
 *
 * Contract:
 * - every operation that takes a location follows symbolic links first, and rejects with `path-refused` when
 *   the place is then outside all roots, or unknown;
 * - unsaved changes in an editor count: reading, searching and writing work on what the editor shows;
 * - what is returned in lists is sorted by path, part by part, in the order of character codes.
 */
export interface Workspace extends WorkspaceFiles, WorkspaceSearch {
  /**
   * Creates the file and the folders above it, or replaces its text. An existing file keeps its encoding and its
   * byte order mark; text that the encoding does not have rejects with `file-conflict`. So does an existing file
   * whose text is not `replaces`, if that is given, line endings aside; `null` stands for "no file yet". A binary
   * file is never replaced by text. Until all of the new text is saved, the old one stays.
   */
  write(file: Location, written: WrittenText, guard?: Guard): Promise<void>;
  /** Moves a file, a folder with all in it, or a symbolic link itself. Nothing is ever overwritten. */
  move(from: Location, to: Location, guard?: Guard): Promise<void>;
  /** Moves a file, a folder with all in it, or a symbolic link itself to the trash. Never deletes for good. */
  trash(location: Location, guard?: Guard): Promise<void>;
  /** All below the location; without one, in all roots. Absent where the host has none. */
  readonly diagnostics?: (below: Location | undefined) => Promise<readonly Diagnostic[]>;
  /** Absent where the host has none. */
  readonly symbols?: (query: SymbolQuery) => Promise<readonly CodeSymbol[]>;
  /** Fires after anything that could make earlier reads untrue. */
  readonly onDidChange: Listen<void>;
}

/** What can be looked at. */
export interface WorkspaceFiles {
  readonly roots: readonly Root[];
  /** Where the location really is once links are followed. What does not exist yet keeps its name. */
  realLocation(location: Location): Promise<Location>;
  /** Of what a link leads to; `undefined` when there is nothing. */
  stat(location: Location): Promise<FileStat | undefined>;
  /** The entries directly in a folder. Rejects with `file-not-found` when there is no such folder. */
  list(folder: Location, guard?: ReadGuard): Promise<readonly Entry[]>;
  /** Rejects with `file-not-found` when there is no such file, and with `file-unreadable` when it is too large. */
  read(file: Location, guard?: ReadGuard): Promise<FileContent>;
  /** An address under which people can open it. */
  uri(location: Location): string;
  /** A folder on the disk of this machine, for programs that search there. `undefined`: it is elsewhere. */
  openFolder(folder: Location, guard?: ReadGuard): Promise<OpenFolder | undefined>;
  /** The files whose text in an editor is not what is saved. */
  unsaved(): readonly UnsavedFile[];
}

export interface WorkspaceSearch {
  /** Paths below a folder, without what .gitignore and .ignore files and `.git` itself leave out. */
  findFiles(query: FileQuery, signal: AbortSignal): Promise<Found<Location>>;
  /** Lines in text files, with the same things left out. Links are not followed. */
  searchText(query: TextQuery, signal: AbortSignal): Promise<Found<TextMatch>>;
}

/** A folder that is held until it is released. */
export interface OpenFolder {
  /** Leads to the folder, wherever it is moved; with names appended, to what is in it. */
  readonly path: string;
  /** Where it was when it was opened: absolute, links followed. */
  readonly place: string;
  release(): Promise<void>;
}

/** One of the folders that are open. */
export interface Root {
  /** Unique among the roots, and without a separator. */
  readonly name: string;
  /** Absolute, with `/` between its parts and none at its end: `/home/me/app`, `C:/app`, `//server/share/app`. */
  readonly path: string;
  readonly rules: PathRules;
}

/** What the file system below a root makes of paths. */
export interface PathRules {
  /** `README` and `readme` are the same file. */
  readonly foldsCase: boolean;
  /** Device names, `:` and trailing dots have the meaning that Windows gives them. */
  readonly windows: boolean;
}

/** A place in a root. */
export interface Location {
  readonly root: Root;
  /** Relative to the root: names joined by `/`, none of them `.` or `..`; empty for the root itself. */
  readonly path: string;
}

export type EntryKind = 'file' | 'folder' | 'other';

export interface FileStat {
  readonly kind: EntryKind;
  /** In bytes. */
  readonly size: number;
  /** How many names (hard links) a file has, where that is known: with another one, it is changed there too. */
  readonly names?: number;
}

export interface Entry {
  readonly name: string;
  /** Of what it leads to, where it is a link that leads anywhere. */
  readonly kind: EntryKind;
  readonly isLink: boolean;
}

export type FileContent = TextFile | BinaryFile;

export interface TextFile {
  readonly kind: 'text';
  /** Without byte order mark, line endings as they are. */
  readonly text: string;
  /** VS Code's name for it, such as `utf8`, `utf8bom`, `utf16le`, `windows1252`; absent when it is not known. */
  readonly encoding?: string;
  /** Nothing in the file says that this is the encoding. */
  readonly isEncodingGuessed: boolean;
  readonly isUnsaved: boolean;
}

export interface BinaryFile {
  readonly kind: 'binary';
  /** The first bytes, enough to tell what it is. */
  readonly head: Uint8Array;
  /** In bytes. */
  readonly size: number;
}

export interface UnsavedFile {
  readonly location: Location;
  readonly text: string;
}

/**
 * Is told what is about to be changed, before anything is. What it throws, the change rejects with, and nothing is
 * changed.
 */
export type Guard = (places: readonly ChangedPlace[]) => void | Promise<void>;

/**
 * Is told where what was opened really is, before anything of it is passed on. What it throws, the reading rejects with;
 * what it refuses deeper down in a search is left out.
 */
export type ReadGuard = (place: Location) => void;

/**
 * Says why a search leaves out a file that it comes upon: it is told where the file is found, and where it really is.
 * `undefined`: it doesn't.
 */
export type Withholds = (found: Location, real: Location) => WithheldFor | undefined;

/** A rule denies it, or it is a protected place. */
export type WithheldFor = 'rule' | 'protected';

/** With links followed; the links on the way, not the one that is itself moved or trashed. */
export interface ChangedPlace {
  readonly location: Location;
  /** As in `FileStat`. */
  readonly names?: number;
  /** What a file is about to hold, where that is known to the byte. */
  readonly bytes?: Uint8Array;
}

export interface WrittenText {
  readonly text: string;
  readonly replaces?: string | null;
}

export interface FileQuery {
  readonly below: Location;
  /** A glob over the path relative to `below`. */
  readonly glob: string;
  readonly includeIgnored: boolean;
  readonly limit: number;
  readonly guard?: ReadGuard | undefined;
  readonly withholds?: Withholds;
}

export interface TextQuery {
  /** A folder or a file. */
  readonly below: Location;
  readonly text: string;
  readonly isRegex: boolean;
  readonly isCaseSensitive: boolean;
  /** A glob over the path relative to `below`; all files without one. */
  readonly glob?: string;
  readonly includeIgnored: boolean;
  readonly limit: number;
  readonly guard?: ReadGuard | undefined;
  readonly withholds?: Withholds;
}

/** The first ones in order, and whether there are more. */
export interface Found<T> {
  readonly items: readonly T[];
  readonly hasMore: boolean;
  /**
   * The files that were withheld, at least those before the last item: where they are found.
   *
   * Invariant: nothing in a file decides whether it is among them. Otherwise a search would answer what it is not to tell.
   */
  readonly leftOut: readonly LeftOut[];
}

export interface LeftOut {
  readonly location: Location;
  readonly why: WithheldFor;
}

export interface TextMatch {
  readonly location: Location;
  /** Counted from 1. */
  readonly line: number;
  /** The whole line without its ending; of a very long one, what surrounds the match. */
  readonly text: string;
}

export interface Diagnostic {
  readonly location: Location;
  /** Counted from 1. */
  readonly line: number;
  readonly severity: 'error' | 'warning' | 'information' | 'hint';
  readonly message: string;
  /** Who says so, such as `ts`. */
  readonly source?: string;
  readonly code?: string;
}

/** The symbols of one file, or those anywhere whose name resembles a string. */
export type SymbolQuery =
  | { readonly kind: 'file'; readonly file: Location }
  | { readonly kind: 'name'; readonly name: string };

export interface CodeSymbol {
  readonly location: Location;
  readonly name: string;
  /** Such as `function` or `class`. */
  readonly kind: string;
  /** Counted from 1, both included. */
  readonly startLine: number;
  readonly endLine: number;
  /** How many symbols of the same list it lies in. */
  readonly depth: number;
  readonly container?: string;
}

export interface DisposableWorkspace extends Workspace, Disposable {}
