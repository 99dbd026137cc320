import type { Covered, Subject } from '../../../converser/words/ensemble/invoker.ts';
import { asSeen } from '../../../converser/words/workspace/as-seen.ts';
import { fold, parent, placeKey, shownPath } from '../../../converser/words/workspace/paths.ts';
import type { Location, Root } from '../../../converser/words/workspace/workspace.ts';
import { lookUp } from './look-up-place.ts';
import type { PlacePattern, PlacePatterns } from './place-pattern.ts';
import type { ToolContext } from './tool-context.ts';

export interface SubjectOptions {
  /** Nothing inside of folders is touched but their names. */
  readonly isShallow?: boolean;
  /** The call leaves out what rules deny inside of folders; see `withholding`. */
  readonly leavesOut?: boolean;
}

/** Globs are on paths as people see them. A place counts by all of its names, links followed or not. */
export async function placeSubject(
  shared: Pick<ToolContext, 'workspace' | 'patterns'>,
  locations: readonly Location[],
  { isShallow = false, leavesOut = false }: SubjectOptions = {},
): Promise<Subject> {
  const found = await Promise.all(locations.map(location => lookUp(shared, location)));
  const all = found.flatMap(({ location, entry, target }) => [location, entry, target]);
  const touched = [...new Map(all.map(location => [placeKey(location), location])).entries()];
  const looked = touched.map(
    async ([key, location]) => [key, await placeAt(shared, location, isShallow)] as const,
  );
  const places = new Map(await Promise.all(looked));
  const distinct = [...places.values()];
  const covered = (pattern: string) => coveredOf(distinct, pattern, shared.patterns);
  const patterns = async () => {
    const proposed = candidates(
      shared,
      locations,
      distinct.some(({ isFolder }) => isFolder),
    );
    const extents = await Promise.all(proposed.map(covered));
    return [...new Set(proposed.filter((_, at) => extents[at] === 'all'))];
  };
  const subject: Subject = { covered, patterns, places: [...places.keys()] };
  if (!leavesOut) return subject;
  const named = found.map(names =>
    [names.location, names.entry, names.target].flatMap(each => places.get(placeKey(each)) ?? []),
  );
  return { ...subject, leavesOut: pattern => leftOutOf(named, pattern, shared.patterns) };
}

interface Place {
  /** Folded as its file system compares it. Empty for the top of the only root. */
  readonly path: string;
  readonly seen: string;
  /** A call on a folder may touch all that is in it. */
  readonly isFolder: boolean;
  readonly isOpened: boolean;
  readonly foldsCase: boolean;
}

async function placeAt(
  { workspace }: Pick<ToolContext, 'workspace'>,
  location: Location,
  isShallow: boolean,
): Promise<Place> {
  const isFolder = (await workspace.stat(location).catch(() => undefined))?.kind === 'folder';
  const path = comparedPath(location, workspace.roots);
  return {
    path,
    seen: asSeen(path),
    isFolder: isFolder && !isShallow,
    isOpened: isFolder,
    foldsCase: location.root.rules.foldsCase,
  };
}

export function comparedPath(location: Location, roots: readonly Root[]): string {
  const shown = shownPath(location, roots);
  const path = shown === '.' ? '' : shown;
  return location.root.rules.foldsCase ? fold(path) : path;
}

/** The pattern must be about something in the places, but not about all of them, each under any of its names. */
async function leftOutOf(
  named: readonly (readonly Place[])[],
  pattern: string,
  patterns: PlacePatterns,
): Promise<boolean> {
  let isLeft = false;
  let isReached = false;
  for (const names of named) {
    const extents = await Promise.all(names.map(name => coveredAt(name, pattern, patterns)));
    if (!extents.includes('all')) isLeft = true;
    for (const { isOpened, seen, foldsCase } of names)
      if (isOpened && (await patterns(pattern, foldsCase)).mayReachInto(seen)) isReached = true;
  }
  return isLeft && isReached;
}

function coveredOf(
  places: readonly Place[],
  pattern: string,
  patterns: PlacePatterns,
): Covered | Promise<Covered> {
  const [first, second] = places;
  if (first !== undefined && second === undefined) return coveredAt(first, pattern, patterns);
  const extents = places.map(place => coveredAt(place, pattern, patterns));
  return extents.some(extent => typeof extent !== 'string')
    ? Promise.all(extents).then(joined)
    : joined(extents as readonly Covered[]);
}

function coveredAt(place: Place, pattern: string, patterns: PlacePatterns): Covered | Promise<Covered> {
  const compiled = patterns(pattern, place.foldsCase);
  return compiled instanceof Promise
    ? compiled.then(ready => extentOf(ready, place))
    : extentOf(compiled, place);
}

function joined(extents: readonly Covered[]): Covered {
  if (extents.every(extent => extent === 'all')) return 'all';
  return extents.every(extent => extent === 'none') ? 'none' : 'some';
}

function extentOf(pattern: PlacePattern, { path, seen, isFolder }: Place): Covered {
  const { matches, means, mayReachInto, mayLeaveOut } = pattern;
  if (!isFolder) return means(path) ? 'all' : matches(seen) ? 'some' : 'none';
  if (!mayReachInto(seen)) return 'none';
  const isWhole = [path, below(path, anyName), below(path, `${anyName}/${anyName}`)].every(means);
  return isWhole && !mayLeaveOut(seen) ? 'all' : 'some';
}

/** Only a pattern for all names matches this. */
const anyName = '\u{1}';

function below(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

function candidates(
  { workspace }: Pick<ToolContext, 'workspace'>,
  locations: readonly Location[],
  hasFolder: boolean,
): readonly string[] {
  const [first, ...others] = locations;
  if (first === undefined || shownPath(first, workspace.roots) === '.') return [];
  const shown = (location: Location) => exactly(shownPath(location, workspace.roots));
  const inside = (location: Location) => `${shown(location).replace(/^\//, '')}/**`;
  const folder = commonFolder(first, others);
  return [
    ...(others.length > 0 ? [] : [hasFolder ? inside(first) : shown(first)]),
    ...(folder === undefined || folder.path === '' ? [] : [inside(folder)]),
  ];
}

function commonFolder(first: Location, others: readonly Location[]): Location | undefined {
  if (others.some(({ root }) => root !== first.root)) return undefined;
  let folder = parent(first);
  while (folder.path !== '' && !others.every(({ path }) => path.startsWith(`${folder.path}/`)))
    folder = parent(folder);
  return folder;
}

/** Matches this path, and as few others as globs can say. */
function exactly(path: string): string {
  const literal = path.replace(/[*?[{(+|]/g, '[$&]').replace(/[!\\]/g, '?');
  return literal.includes('/') ? literal : `/${literal}`;
}
