import { child, nameOf, placeKey, relativePath } from '../../../converser/words/workspace/paths.ts';
import type {
  FileQuery,
  Location,
  OpenFolder,
  ReadGuard,
  TextQuery,
  UnsavedFile,
  WorkspaceFiles,
} from '../../../converser/words/workspace/workspace.ts';
import { slashed } from '../real-path.ts';
import type { PathMatcher } from './glob.ts';
import type { IgnoreRules } from './ignore-rules.ts';
import type { Pace } from './pace.ts';
import type { ConfirmFound } from './ripgrep/confirm-found.ts';
import { type RipgrepPlace, ripgrepFiles } from './ripgrep/ripgrep.ts';
import { heedingIgnores, type RunHeeding } from './ripgrep/ripgrep-ignores.ts';
import type { Withheld } from './withheld.ts';

export interface Search {
  readonly files: WorkspaceFiles;
  readonly folder: Location;
  /** The only file that is searched, if the query names one. */
  readonly file: Location | undefined;
  readonly rules: IgnoreRules | undefined;
  /** Taken when the search began: an editor may save at any moment. */
  readonly unsaved: readonly UnsavedFile[];
  readonly glob: PathMatcher;
  /** As arguments of ripgrep. Empty if only the matcher knows. */
  readonly globs: readonly string[];
  readonly pace: Pace;
  readonly signal: AbortSignal;
  /** Absent, like the disk, if folders must be walked. */
  readonly place: RipgrepPlace | undefined;
  readonly disk: OpenFolder | undefined;
  readonly confirm: ConfirmFound | undefined;
  readonly guard: ReadGuard | undefined;
  readonly withheld: Withheld | undefined;
}

export async function* allFiles(search: Search): AsyncGenerator<Location, void> {
  const { files, folder, file, rules, pace, signal, guard } = search;
  if (file !== undefined) {
    yield file;
  } else if (search.place === undefined) {
    yield* walkFiles(files, folder, { rules, pace, signal, guard });
  } else {
    const { globs } = search;
    const run: RunHeeding<string> = (place, { found, isAll }) =>
      isAll && found !== undefined ? all(found) : ripgrepFiles(place, { signal, globs });
    for await (const path of runHeeding(search, search.place, { run, globs })) {
      const location = child(folder, slashed(path));
      if (!(await isLeftOut(search, location))) yield location;
    }
  }
}

export async function* all<T>(items: readonly T[]): AsyncGenerator<T, void> {
  yield* items;
}

interface HeedingRun<T> {
  readonly run: RunHeeding<T>;
  readonly globs: readonly string[] | undefined;
}

export function runHeeding<T>(
  { rules, folder, signal }: Search,
  place: RipgrepPlace,
  { run, globs }: HeedingRun<T>,
): AsyncGenerator<T, void> {
  if (rules === undefined) return run(place, { found: undefined, isAll: false });
  const linesIn = (below: string) => rules.linesIn(below === '' ? folder : child(folder, below));
  return heedingIgnores(place, { linesIn, signal, globs }, run);
}

/** Comparing a file with what is withheld takes so many steps at worst, so that Stop is heard in time. */
const stepsOfWithheld = 20_000;

export async function isWanted(
  { glob, pace, withheld }: Search,
  { below }: FileQuery | TextQuery,
  location: Location,
): Promise<boolean> {
  const path = relativePath(below, location);
  await pace(glob.size * (path?.length ?? 0) + (withheld === undefined ? 0 : stepsOfWithheld));
  return path !== undefined && glob.matches(path || nameOf(location));
}

/** ripgrep reads the ignore files from where it starts; those of the folders above are heeded here. */
export async function isLeftOut({ rules, folder, globs }: Search, location: Location): Promise<boolean> {
  const isHeeded = folder.path === '' && globs.length === 0;
  return !isHeeded && rules !== undefined && (await rules.isIgnored(location, 'file'));
}

export function isUnsaved({ unsaved }: Search, location: Location): boolean {
  const key = placeKey(location);
  return unsaved.some(file => placeKey(file.location) === key);
}

interface WalkOptions {
  /** Without rules, only `.git` is left out. */
  readonly rules: IgnoreRules | undefined;
  readonly pace: Pace;
  readonly signal: AbortSignal;
  readonly guard: ReadGuard | undefined;
}

/** Goes in the order of paths. Links are not followed; unreadable folders are skipped. */
async function* walkFiles(
  files: WorkspaceFiles,
  folder: Location,
  { rules, pace, signal, guard }: WalkOptions,
): AsyncGenerator<Location, void> {
  signal.throwIfAborted();
  for (const { name, kind, isLink } of await files.list(folder, guard).catch(() => [])) {
    await pace(stepsOfEntry);
    if (isLink || kind === 'other' || name === '.git') continue;
    const location = child(folder, name);
    if ((await rules?.leavesOut(location, kind)) === true) continue;
    if (kind === 'file') yield location;
    else yield* walkFiles(files, location, { rules, pace, signal, guard });
  }
}

/** Looking at an entry costs about this beside the disk's part. */
const stepsOfEntry = 100;
