import type { Subject } from '../../../converser/ensemble/invoker.ts';
import { fold, parent, placeKey, shownPath } from '../../../converser/workspace/paths.ts';
import type { Location } from '../../../converser/workspace/workspace.ts';
import { compileAnchored, compileGlob } from '../search/glob.ts';
import { lookUp } from './look-up.ts';
import type { ToolContext } from './tool-context.ts';

/**
 * What a call on files is about. Patterns are globs on paths as people see them: `src/**`, `*.md` anywhere, `/a.md` at the
 * top only.
 *
 * A place counts by all of its names: as the call names it, and with links followed.
 */
export async function placeSubject(
  shared: Pick<ToolContext, 'workspace'>,
  locations: readonly Location[],
  { isShallow = false }: { /** Nothing inside of folders is touched. */ readonly isShallow?: boolean } = {},
): Promise<Subject> {
  const found = await Promise.all(locations.map(location => lookUp(shared, location)));
  const all = found.flatMap(({ location, entry, target }) => [location, entry, target]);
  const touched = [...new Map(all.map(location => [placeKey(location), location])).entries()];
  const places = await Promise.all(
    touched.map(async ([, location]) => ({
      ...shownAs(shared, location),
      isFolder: !isShallow && (await isFolder(shared, location)),
    })),
  );
  const covered = async (pattern: string) => {
    const extents = await Promise.all(places.map(place => extentOf(pattern, place)));
    if (extents.every(extent => extent === 'all')) return 'all';
    return extents.every(extent => extent === 'none') ? 'none' : 'some';
  };
  const patterns: string[] = [];
  const hasFolder = places.some(place => place.isFolder);
  for (const pattern of candidates(shared, locations, hasFolder)) {
    if ((await covered(pattern)) === 'all' && !patterns.includes(pattern)) patterns.push(pattern);
  }
  return { covered, patterns, places: touched.map(([key]) => key) };
}

interface Place {
  /** Empty: the top of the only root. */
  readonly path: string;
  /** A call on a folder may touch all that is in it. */
  readonly isFolder: boolean;
  readonly foldsCase: boolean;
}

function shownAs({ workspace }: Pick<ToolContext, 'workspace'>, location: Location) {
  const path = shownPath(location, workspace.roots);
  return { path: path === '.' ? '' : path, foldsCase: location.root.rules.foldsCase };
}

async function isFolder({ workspace }: Pick<ToolContext, 'workspace'>, location: Location): Promise<boolean> {
  return (await workspace.stat(location).catch(() => undefined))?.kind === 'folder';
}

async function extentOf(pattern: string, { path: shown, isFolder, foldsCase }: Place) {
  const read = (text: string) => (foldsCase ? fold(text) : text);
  const [glob, path] = [read(pattern), read(shown)];
  const isAtTop = glob.startsWith('/');
  const { matches } = await (isAtTop ? compileAnchored(glob.slice(1)) : compileGlob(glob));
  if (!isFolder) return matches(path) ? 'all' : 'none';
  if (matches(path) && matches(below(path, `${anyName}/${anyName}`)) && matches(below(path, anyName)))
    return 'all';
  return matches(path) || mayReachInto(glob, path) ? 'some' : 'none';
}

/** A name that only a pattern for all names matches. */
const anyName = '\u{1}';

function below(folder: string, path: string): string {
  return folder === '' ? path : `${folder}/${path}`;
}

/** Whether a glob may match something in a folder, as far as the folders show that it begins with. */
function mayReachInto(glob: string, folder: string): boolean {
  const plain = glob.replace(/^\//, '');
  const isAnywhere =
    glob.startsWith('!') || (!glob.startsWith('/') && !plain.replace(/\/$/, '').includes('/'));
  const literal = isAnywhere ? '' : (/^[^*?[\]{}()!+@|\\]*/.exec(plain)?.[0] ?? '');
  const start = literal === plain ? plain : literal.slice(0, Math.max(0, literal.lastIndexOf('/')));
  const isIn = (inner: string, outer: string) =>
    outer === '' || inner === outer || inner.startsWith(`${outer}/`);
  return isIn(start, folder) || isIn(folder, start);
}

/** The place itself, then the folder around all places. */
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

/** A glob that matches this path, and as few others as globs can say. */
function exactly(path: string): string {
  const literal = path.replace(/[*?[{(+|]/g, '[$&]').replace(/[!\\]/g, '?');
  return literal.includes('/') ? literal : `/${literal}`;
}
