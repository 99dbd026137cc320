import { comparePaths, relativePath } from '../../../converser/words/workspace/paths.ts';
import type {
  FileQuery,
  Found,
  Location,
  ReadGuard,
  TextMatch,
  TextQuery,
  WorkspaceFiles,
  WorkspaceSearch,
} from '../../../converser/words/workspace/workspace.ts';
import { allFiles, isWanted, type Search } from './begun-search.ts';
import { compileGlob, everyPath, globOfRipgrep } from './glob.ts';
import { createIgnoreRules } from './ignore-rules.ts';
import { createPace } from './pace.ts';
import { confirmFound } from './ripgrep/confirm-found.ts';
import { linesFound, unsavedLines } from './search-lines.ts';
import { createWithheld } from './withheld.ts';

/** Walks folders if `ripgrep` finds no program, or they are on no disk. */
export function createWorkspaceSearch(
  files: WorkspaceFiles,
  ripgrep: () => Promise<string | undefined>,
): WorkspaceSearch {
  let found: Promise<string | undefined> | undefined;

  async function begin(query: FileQuery | TextQuery, signal: AbortSignal): Promise<Search> {
    found ??= ripgrep();
    const pace = createPace(signal);
    const { below } = query;
    const stat = await files.stat(below);
    const rules = createIgnoreRules(files, pace);
    const isNamed = await rules.isIgnored(below, stat?.kind ?? 'other');
    const includeIgnored = query.includeIgnored || isNamed;
    const glob = query.glob === undefined ? everyPath : await compileGlob(query.glob);
    // A named file is read as read_file reads it: through links, unsaved, in any encoding.
    const file = stat?.kind === 'file' ? below : undefined;
    const program = await found;
    let real: Location | undefined;
    const guard: ReadGuard = place => {
      query.guard?.(place);
      real ??= place;
    };
    const disk = program === undefined || file ? undefined : await files.openFolder(below, guard);
    real ??= await files.realLocation(below);
    if (file !== undefined) query.guard?.(real);
    return {
      files,
      folder: below,
      file,
      rules: includeIgnored ? undefined : rules,
      unsaved: file === undefined ? files.unsaved() : [],
      glob,
      globs: globOfRipgrep(query.glob),
      pace,
      signal,
      place: program && (disk || file) ? { program, folder: disk?.path ?? '/' } : undefined,
      disk,
      confirm: disk && confirmFound(disk),
      guard: query.guard,
      withheld: query.withholds && createWithheld(query.withholds, { below, real }),
    };
  }

  return {
    async findFiles(query, signal) {
      const search = await begin(query, signal);
      const found = await take(pathsFound(search, query), query.limit).finally(() => search.disk?.release());
      return { ...found, leftOut: search.withheld?.all() ?? [] };
    },
    async searchText(query, signal) {
      const search = await begin(query, signal);
      const saved = await take(linesFound(search, query), query.limit).finally(() => search.disk?.release());
      const found = await withUnsaved(saved, { search, query });
      return { ...found, leftOut: search.withheld?.all() ?? [] };
    },
  };
}

async function* pathsFound(search: Search, query: FileQuery): AsyncGenerator<Location, void> {
  for await (const location of allFiles(search)) {
    if (!(await isWanted(search, query, location)) || search.withheld?.notes(location)) continue;
    if (await isConfirmed(search, location)) yield location;
  }
}

async function isConfirmed({ folder, confirm }: Search, location: Location): Promise<boolean> {
  return confirm === undefined || (await confirm.file(relativePath(folder, location) ?? ''));
}

async function withUnsaved(
  saved: Taken<TextMatch>,
  { search, query }: { readonly search: Search; readonly query: TextQuery },
): Promise<Taken<TextMatch>> {
  if (search.unsaved.length === 0) return saved;
  const items = [...saved.items];
  for (const file of search.unsaved) {
    const found = await take(unsavedLines(search, query, file), query.limit);
    items.push(...found.items);
  }
  items.sort((a, b) => comparePaths(a.location.path, b.location.path) || a.line - b.line);
  return { items: items.slice(0, query.limit), hasMore: saved.hasMore || items.length > query.limit };
}

type Taken<T> = Omit<Found<T>, 'leftOut'>;

async function take<T>(items: AsyncGenerator<T, void>, limit: number): Promise<Taken<T>> {
  const taken: T[] = [];
  for await (const item of items) {
    if (taken.length === limit) return { items: taken, hasMore: true };
    taken.push(item);
  }
  return { items: taken, hasMore: false };
}
