import {
  child,
  comparePaths,
  nameOf,
  parent,
  placeKey,
  relativePath,
} from '../../../converser/workspace/paths.ts';
import type {
  FileQuery,
  Found,
  Location,
  TextMatch,
  TextQuery,
  UnsavedFile,
  WorkspaceFiles,
  WorkspaceSearch,
} from '../../../converser/workspace/workspace.ts';
import { slashed } from '../real-path.ts';
import { compileGlob } from './glob.ts';
import { createIgnoreRules, type IgnoreRules } from './ignore-rules.ts';
import { type RipgrepPlace, ripgrepFiles, ripgrepText } from './ripgrep.ts';
import { compilePattern, matchingLines } from './text-pattern.ts';
import { walkFiles } from './walk-files.ts';

/**
 * Searching over whatever holds the files. `ripgrep` says where that program is; folders are walked when there is none,
 * or when they are on no disk.
 */
export function createWorkspaceSearch(
  files: WorkspaceFiles,
  ripgrep: () => Promise<string | undefined>,
): WorkspaceSearch {
  let found: Promise<string | undefined> | undefined;

  async function begin(query: FileQuery | TextQuery): Promise<Search> {
    found ??= ripgrep();
    const stat = await files.stat(query.below);
    const folder = stat?.kind === 'file' ? parent(query.below) : query.below;
    const target = stat?.kind === 'file' ? nameOf(query.below) : '.';
    const rules = createIgnoreRules(files);
    // To name an ignored folder is to want what is in it.
    const isNamed = await rules.isIgnored(query.below, stat?.kind ?? 'other');
    const includeIgnored = query.includeIgnored || isNamed;
    const [program, disk] = await Promise.all([found, files.diskPath(folder)]);
    return {
      files,
      folder,
      target,
      rules: includeIgnored ? undefined : rules,
      unsaved: files.unsaved(),
      place:
        program === undefined || disk === undefined
          ? undefined
          : { program, folder: disk, target: target === '.' ? './' : `./${target}`, includeIgnored },
    };
  }

  return {
    async findFiles(query, signal) {
      const search = await begin(query);
      return take(pathsFound(search, query, signal), query.limit);
    },
    async searchText(query, signal) {
      const search = await begin(query);
      const saved = await take(linesFound(search, query, signal), query.limit);
      return withUnsaved(saved, { search, query });
    },
  };
}

interface Search {
  readonly files: WorkspaceFiles;
  readonly folder: Location;
  /** A name in the folder, or `.`. */
  readonly target: string;
  /** Absent when ignored files are wanted too. */
  readonly rules: IgnoreRules | undefined;
  /** As it was when the search began: an editor may save at any moment. */
  readonly unsaved: readonly UnsavedFile[];
  /** Absent when folders must be walked. */
  readonly place: RipgrepPlace | undefined;
}

async function* pathsFound(
  search: Search,
  query: FileQuery,
  signal: AbortSignal,
): AsyncGenerator<Location, void> {
  const matches = await compileGlob(query.glob);
  for await (const location of allFiles(search, signal)) {
    const path = relativePath(query.below, location);
    if (path !== undefined && matches(path || nameOf(location))) yield location;
  }
}

async function* allFiles(search: Search, signal: AbortSignal): AsyncGenerator<Location, void> {
  const { files, folder, target, rules, place } = search;
  if (target !== '.') {
    yield child(folder, target);
  } else if (place === undefined) {
    yield* walkFiles(files, folder, { rules, signal });
  } else {
    for await (const path of ripgrepFiles(place, signal)) {
      const location = child(folder, slashed(path));
      if (!(await isLeftOutAbove(search, location))) yield location;
    }
  }
}

async function* linesFound(
  search: Search,
  query: TextQuery,
  signal: AbortSignal,
): AsyncGenerator<TextMatch, void> {
  const matches = query.glob === undefined ? () => true : await compileGlob(query.glob);
  const isWanted = (location: Location) =>
    matches(relativePath(query.below, location) || nameOf(location)) && !isUnsaved(search, location);
  if (search.place === undefined) {
    const pattern = compilePattern(query);
    for await (const location of allFiles(search, signal)) {
      signal.throwIfAborted();
      if (isWanted(location)) yield* linesIn(await textIn(search.files, location), { location, pattern });
    }
    return;
  }
  for await (const match of ripgrepText(search.place, query, signal)) {
    const location = child(search.folder, slashed(match.path));
    if (!isWanted(location) || (await isLeftOutAbove(search, location))) continue;
    yield { location, line: match.line, text: match.text };
  }
}

/** ripgrep reads the ignore files from where it starts; those of the folders above are heeded here. */
async function isLeftOutAbove({ rules, folder }: Search, location: Location): Promise<boolean> {
  return folder.path !== '' && rules !== undefined && (await rules.isIgnored(location, 'file'));
}

/** What editors show counts, and what is on the disk below it does not. */
async function withUnsaved(
  saved: Found<TextMatch>,
  { search, query }: { readonly search: Search; readonly query: TextQuery },
): Promise<Found<TextMatch>> {
  if (search.unsaved.length === 0) return saved;
  const pattern = compilePattern(query);
  const matches = query.glob === undefined ? () => true : await compileGlob(query.glob);
  const items = [...saved.items];
  for (const { location, text } of search.unsaved) {
    const path = relativePath(query.below, location);
    if (path === undefined || !matches(path || nameOf(location))) continue;
    if (await search.rules?.isIgnored(location, 'file')) continue;
    items.push(...linesIn(text, { location, pattern }));
  }
  items.sort((a, b) => comparePaths(a.location.path, b.location.path) || a.line - b.line);
  return { items: items.slice(0, query.limit), hasMore: saved.hasMore || items.length > query.limit };
}

function isUnsaved({ unsaved }: Search, location: Location): boolean {
  const key = placeKey(location);
  return unsaved.some(file => placeKey(file.location) === key);
}

async function textIn(files: WorkspaceFiles, location: Location): Promise<string> {
  const content = await files.read(location).catch(() => undefined);
  return content?.kind === 'text' ? content.text : '';
}

function linesIn(
  text: string,
  { location, pattern }: { readonly location: Location; readonly pattern: RegExp },
): readonly TextMatch[] {
  return matchingLines(text, pattern).map(match => ({ location, ...match }));
}

async function take<T>(items: AsyncGenerator<T, void>, limit: number): Promise<Found<T>> {
  const taken: T[] = [];
  for await (const item of items) {
    if (taken.length === limit) return { items: taken, hasMore: true };
    taken.push(item);
  }
  return { items: taken, hasMore: false };
}
