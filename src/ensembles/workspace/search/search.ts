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
  OpenFolder,
  ReadGuard,
  TextMatch,
  TextQuery,
  UnsavedFile,
  WorkspaceFiles,
  WorkspaceSearch,
} from '../../../converser/workspace/workspace.ts';
import { slashed } from '../real-path.ts';
import { type ConfirmFound, confirmFound } from './confirm-found.ts';
import { compileGlob, everyPath, type PathMatcher } from './glob.ts';
import { createIgnoreRules, type IgnoreRules } from './ignore-rules.ts';
import { createPace, type Pace } from './pace.ts';
import { type RipgrepPlace, ripgrepFiles, ripgrepText } from './ripgrep.ts';
import { heedingIgnores } from './ripgrep-ignores.ts';
import type { RipgrepMatch } from './ripgrep-lines.ts';
import { aroundMatch, compilePattern, type LinePattern, matchingLines } from './text-pattern.ts';
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

  async function begin(query: FileQuery | TextQuery, signal: AbortSignal): Promise<Search> {
    found ??= ripgrep();
    const pace = createPace(signal);
    const stat = await files.stat(query.below);
    const folder = stat?.kind === 'file' ? parent(query.below) : query.below;
    const target = stat?.kind === 'file' ? nameOf(query.below) : '.';
    const rules = createIgnoreRules(files, pace);
    // To name an ignored folder is to want what is in it.
    const isNamed = await rules.isIgnored(query.below, stat?.kind ?? 'other');
    const includeIgnored = query.includeIgnored || isNamed;
    const glob = query.glob === undefined ? everyPath : await compileGlob(query.glob);
    const program = await found;
    const disk = program === undefined ? undefined : await files.openFolder(folder, query.guard);
    return {
      files,
      folder,
      target,
      rules: includeIgnored ? undefined : rules,
      unsaved: files.unsaved(),
      glob,
      pace,
      signal,
      place:
        program === undefined || disk === undefined
          ? undefined
          : { program, folder: disk.path, target: target === '.' ? './' : `./${target}` },
      disk,
      confirm: disk && confirmFound(disk),
      guard: query.guard,
    };
  }

  return {
    async findFiles(query, signal) {
      const search = await begin(query, signal);
      return await take(pathsFound(search, query), query.limit).finally(() => search.disk?.release());
    },
    async searchText(query, signal) {
      const search = await begin(query, signal);
      const saved = await take(linesFound(search, query), query.limit).finally(() => search.disk?.release());
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
  readonly glob: PathMatcher;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  /** Absent when folders must be walked, as is what follows. */
  readonly place: RipgrepPlace | undefined;
  /** The folder, held as long as ripgrep runs. */
  readonly disk: OpenFolder | undefined;
  readonly confirm: ConfirmFound | undefined;
  readonly guard: ReadGuard | undefined;
}

async function* pathsFound(search: Search, query: FileQuery): AsyncGenerator<Location, void> {
  for await (const location of allFiles(search)) {
    if ((await isWanted(search, query, location)) && (await isConfirmed(search, location))) yield location;
  }
}

async function isConfirmed({ folder, confirm }: Search, location: Location): Promise<boolean> {
  return confirm === undefined || (await confirm.file(relativePath(folder, location) ?? ''));
}

async function* allFiles(search: Search): AsyncGenerator<Location, void> {
  const { files, folder, target, rules, pace, signal, guard } = search;
  if (target !== '.') {
    yield child(folder, target);
  } else if (search.place === undefined) {
    yield* walkFiles(files, folder, { rules, pace, signal, guard });
  } else {
    for await (const path of runHeeding(search, search.place, place => ripgrepFiles(place, signal))) {
      const location = child(folder, slashed(path));
      if (!(await isLeftOutAbove(search, location))) yield location;
    }
  }
}

/** A file that is named is searched, whatever is left out. */
function runHeeding<T>(
  { rules, target, folder, signal }: Search,
  place: RipgrepPlace,
  run: (place: RipgrepPlace) => AsyncGenerator<T, void>,
): AsyncGenerator<T, void> {
  if (rules === undefined || target !== '.') return run(place);
  const linesIn = (below: string) => rules.linesIn(below === '' ? folder : child(folder, below));
  return heedingIgnores(place, { linesIn, signal }, run);
}

async function isWanted(
  { glob, pace }: Search,
  { below }: FileQuery | TextQuery,
  location: Location,
): Promise<boolean> {
  const path = relativePath(below, location);
  await pace(glob.size * (path?.length ?? 0));
  return path !== undefined && glob.matches(path || nameOf(location));
}

async function* linesFound(search: Search, query: TextQuery): AsyncGenerator<TextMatch, void> {
  const { files, signal, place, guard } = search;
  if (place === undefined) {
    const pattern = await compilePattern(query);
    for await (const location of allFiles(search)) {
      signal.throwIfAborted();
      if (isUnsaved(search, location) || !(await isWanted(search, query, location))) continue;
      yield* linesIn(await textIn(files, location, guard), { location, pattern, pace: search.pace });
    }
    return;
  }
  const show = shortener(query, search.pace);
  for await (const match of runHeeding(search, place, heeding => ripgrepText(heeding, query, signal))) {
    const location = child(search.folder, slashed(match.path));
    if (isUnsaved(search, location) || !(await isWanted(search, query, location))) continue;
    if (await isLeftOutAbove(search, location)) continue;
    if ((await search.confirm?.line(match)) === false) continue;
    yield { location, line: match.line, text: await show(match) };
  }
}

/** Of long lines, shows what surrounds the match. It is looked for once more: ripgrep does not say where it is. */
function shortener(query: TextQuery, pace: Pace): (match: RipgrepMatch) => Promise<string> {
  let compiled: Promise<LinePattern | undefined> | undefined;
  return async ({ text, isCut }) => {
    if (!isCut && aroundMatch(text, 0) === text) return text;
    // It may be one that only ripgrep understands.
    compiled ??= compilePattern(query).catch(() => undefined);
    const pattern = await compiled;
    await pace((pattern?.size ?? 0) * text.length);
    const at = pattern?.find(text);
    const shown = aroundMatch(text, at ?? 0);
    return isCut && at === undefined ? `${shown} [matches further on in this long line]` : shown;
  };
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
  const items = [...saved.items];
  for (const file of search.unsaved) {
    const found = await take(unsavedLines(search, query, file), query.limit);
    items.push(...found.items);
  }
  items.sort((a, b) => comparePaths(a.location.path, b.location.path) || a.line - b.line);
  return { items: items.slice(0, query.limit), hasMore: saved.hasMore || items.length > query.limit };
}

async function* unsavedLines(
  search: Search,
  query: TextQuery,
  { location, text }: UnsavedFile,
): AsyncGenerator<TextMatch, void> {
  if (!(await isWanted(search, query, location))) return;
  if (await search.rules?.isIgnored(location, 'file')) return;
  yield* linesIn(text, { location, pattern: await compilePattern(query), pace: search.pace });
}

function isUnsaved({ unsaved }: Search, location: Location): boolean {
  const key = placeKey(location);
  return unsaved.some(file => placeKey(file.location) === key);
}

async function textIn(
  files: WorkspaceFiles,
  location: Location,
  guard: ReadGuard | undefined,
): Promise<string> {
  const content = await files.read(location, guard).catch(() => undefined);
  return content?.kind === 'text' ? content.text : '';
}

interface LineSearch {
  readonly location: Location;
  readonly pattern: LinePattern;
  readonly pace: Pace;
}

async function* linesIn(
  text: string,
  { location, pattern, pace }: LineSearch,
): AsyncGenerator<TextMatch, void> {
  for await (const match of matchingLines(text, pattern, pace)) yield { location, ...match };
}

async function take<T>(items: AsyncGenerator<T, void>, limit: number): Promise<Found<T>> {
  const taken: T[] = [];
  for await (const item of items) {
    if (taken.length === limit) return { items: taken, hasMore: true };
    taken.push(item);
  }
  return { items: taken, hasMore: false };
}
