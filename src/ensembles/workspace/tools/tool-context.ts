import { ConverserError } from '../../../converser/errors.ts';
import { fileErrors } from '../../../converser/workspace/file-errors.ts';
import {
  child,
  locatePath,
  nameOf,
  parent,
  placeKey,
  shownPath,
} from '../../../converser/workspace/paths.ts';
import type { FileStat, Location, Workspace } from '../../../converser/workspace/workspace.ts';
import { createPathQueue, type PathQueue } from '../edit/path-queue.ts';
import { protectedPlace } from '../protected-place.ts';

/** What the tools of one workspace share. */
export interface ToolContext {
  readonly workspace: Workspace;
  /** Calls that touch the same file or folder take turns here, in all conversations. */
  readonly inTurn: PathQueue;
}

export function createToolContext(workspace: Workspace): ToolContext {
  return { workspace, inTurn: createPathQueue() };
}

export function locate({ workspace }: ToolContext, path: string): Location {
  return locatePath(path, workspace.roots);
}

/** The places a search or a listing is about: all roots when no path is given, or `.` with several of them. */
export function scopesOf({ workspace }: ToolContext, path: string | undefined): readonly Location[] {
  const { roots } = workspace;
  if (roots.length === 0) throw fileErrors.noWorkspace();
  const isAll = path === undefined || /^\.?[/\\]?$/.test(path.trim());
  return isAll ? roots.map(root => ({ root, path: '' })) : [locatePath(path, roots)];
}

export function shownPlace({ workspace }: ToolContext, location: Location): string {
  return shownPath(location, workspace.roots);
}

/** Markdown that leads people to a file. */
export function link({ workspace }: ToolContext, location: Location, line?: number): string {
  const label = shownPath(location, workspace.roots) + (line === undefined ? '' : `:${line}`);
  const address = workspace.uri(location) + (line === undefined ? '' : `#L${line}`);
  return `[${label.replace(/[\\[\]`*_<>]/g, '\\$&')}](<${address.replace(/[<>]/g, encodeURIComponent)}>)`;
}

/** What is there, or an error that names what is called similarly. */
export async function existingEntry(toolContext: ToolContext, location: Location): Promise<FileStat> {
  const stat = await toolContext.workspace.stat(location);
  if (stat !== undefined) return stat;
  throw fileErrors.fileNotFound(shownPlace(toolContext, location), await similar(toolContext, location));
}

export async function existingFile(toolContext: ToolContext, location: Location): Promise<FileStat> {
  const stat = await existingEntry(toolContext, location);
  if (stat.kind === 'file') return stat;
  if (stat.kind !== 'folder')
    throw fileErrors.fileUnreadable(shownPlace(toolContext, location), "it isn't a file or a folder.");
  throw fileErrors.fileUnreadable(
    shownPlace(toolContext, location),
    'it is a folder.',
    'List it with list_directory.',
  );
}

/** The keys under which calls about these places take turns. */
export async function queueKeys(
  { workspace }: ToolContext,
  locations: readonly Location[],
): Promise<readonly string[]> {
  return Promise.all(locations.map(async location => placeKey(await workspace.realLocation(location))));
}

/**
 * Why a change at these paths must be asked about whatever was allowed, links followed. A path that is refused
 * needs no question: the call itself will say so.
 */
export async function protectedReason(
  toolContext: ToolContext,
  locations: () => Promise<readonly Location[]>,
): Promise<string | undefined> {
  try {
    for (const location of await locations()) {
      const above = await toolContext.workspace.realLocation(parent(location));
      const entry = location.path === '' ? location : child(above, nameOf(location));
      const target = await toolContext.workspace.realLocation(location).catch(() => entry);
      for (const place of [location, entry, target]) {
        const reason = protectedPlace(place.path);
        if (reason !== undefined) return `${shownPlace(toolContext, place)} is a protected place: ${reason}`;
      }
    }
    return undefined;
  } catch (cause) {
    if (cause instanceof ConverserError) return undefined;
    return "Converser can't tell whether this is a protected place.";
  }
}

/** Names in the same folder that differ little, and the same name elsewhere. */
async function similar(toolContext: ToolContext, location: Location): Promise<readonly string[]> {
  const { workspace } = toolContext;
  const name = nameOf(location);
  const siblings = await workspace.list(parent(location)).catch(() => []);
  const near = siblings
    .filter(entry => isNear(entry.name, name))
    .map(entry => child(parent(location), entry.name));
  if (near.length > 0) return near.slice(0, 3).map(place => shownPlace(toolContext, place));
  const below = { root: location.root, path: '' };
  const glob = name.replace(/[*?[\]{}()!@+|\\]/g, '?');
  const elsewhere = await workspace
    .findFiles({ below, glob, includeIgnored: false, limit: 3 }, AbortSignal.timeout(2000))
    .catch(() => undefined);
  return (elsewhere?.items ?? []).map(place => shownPlace(toolContext, place));
}

function isNear(name: string, wanted: string): boolean {
  const plain = (value: string) => value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const [mine, theirs] = [plain(name), plain(wanted)];
  const stem = (value: string) => plain(value.replace(/\.[^.]*$/, ''));
  if (mine === theirs || (stem(name) !== '' && stem(name) === stem(wanted))) return true;
  return theirs.length > 3 && distance(mine, theirs) <= Math.max(1, Math.floor(theirs.length / 5));
}

/** How many letters must be added, taken away or changed to make one word of the other. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (const [i, letter] of [...a].entries()) {
    const next = [i + 1];
    for (const [j, other] of [...b].entries()) {
      const changed = (row[j] ?? 0) + (letter === other ? 0 : 1);
      next.push(Math.min(changed, (row[j + 1] ?? 0) + 1, (next[j] ?? 0) + 1));
    }
    row = next;
  }
  return row.at(-1) ?? 0;
}
