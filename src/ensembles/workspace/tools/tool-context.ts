import { ConverserError } from '../../../converser/errors.ts';
import { editDistance } from '../../../converser/wording/edit-distance.ts';
import { fileErrors } from '../../../converser/workspace/file-errors.ts';
import {
  child,
  locatePath,
  nameOf,
  parent,
  placeKey,
  shownPath,
} from '../../../converser/workspace/paths.ts';
import type { FileStat, Location, TextFile, Workspace } from '../../../converser/workspace/workspace.ts';
import { binaryKind } from '../binary-kind.ts';
import { createPathQueue } from '../edit/path-queue.ts';
import { protectedPlace } from '../protected-place.ts';

/** What the tools of one workspace share. */
export interface ToolContext {
  readonly workspace: Workspace;
  /** Calls that touch the same files or folders, links followed, take turns here, in all conversations. */
  readonly inTurn: <T>(
    locations: readonly Location[],
    work: () => Promise<T>,
    signal: AbortSignal,
  ) => Promise<T>;
}

export function createToolContext(workspace: Workspace): ToolContext {
  const queue = createPathQueue();
  const keyOf = async (location: Location) => placeKey(await workspace.realLocation(location));
  return {
    workspace,
    inTurn: async (locations, work, signal) => queue(await Promise.all(locations.map(keyOf)), work, signal),
  };
}

/** The schema of an argument that names a place, or a symbol. */
export function nameArgument(description: string) {
  return { type: 'string', minLength: 1, description } as const;
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
export async function existingEntry(shared: ToolContext, location: Location): Promise<FileStat> {
  const stat = await shared.workspace.stat(location);
  if (stat !== undefined) return stat;
  throw fileErrors.fileNotFound(shownPlace(shared, location), await similar(shared, location));
}

/** The file that a path names. */
export async function existingFile(shared: ToolContext, path: string): Promise<Location> {
  const file = locate(shared, path);
  const { kind } = await existingEntry(shared, file);
  if (kind === 'file') return file;
  const shown = shownPlace(shared, file);
  if (kind !== 'folder') throw fileErrors.fileUnreadable(shown, "it isn't a file or a folder.");
  throw fileErrors.fileUnreadable(shown, 'it is a folder.', 'List it with list_directory.');
}

/** The text of a file, unsaved changes included. */
export async function textFile({ workspace }: ToolContext, file: Location): Promise<TextFile> {
  const content = await workspace.read(file);
  if (content.kind === 'text') return content;
  const reason = `it is ${binaryKind(content.head)} of ${content.size} bytes.`;
  throw fileErrors.fileUnreadable(shownPath(file, workspace.roots), reason);
}

/**
 * Why a change at these paths must be asked about whatever was allowed, links followed. A path that is refused
 * needs no question: the call itself will say so.
 */
export async function protectedReason(
  shared: ToolContext,
  locations: () => Promise<readonly Location[]>,
): Promise<string | undefined> {
  try {
    for (const location of await locations()) {
      const above = await shared.workspace.realLocation(parent(location));
      const entry = location.path === '' ? location : child(above, nameOf(location));
      const target = await shared.workspace.realLocation(location).catch(() => entry);
      for (const place of [location, entry, target]) {
        const reason = protectedPlace(place.path);
        if (reason !== undefined) return `${shownPlace(shared, place)} is a protected place: ${reason}`;
      }
    }
    return undefined;
  } catch (cause) {
    if (cause instanceof ConverserError) return undefined;
    return "Converser can't tell whether this is a protected place.";
  }
}

/** Names in the same folder that differ little, and the same name elsewhere. */
async function similar(shared: ToolContext, location: Location): Promise<readonly string[]> {
  const { workspace } = shared;
  const name = nameOf(location);
  const folder = parent(location);
  const siblings = await workspace.list(folder).catch(() => []);
  const near = siblings.filter(entry => isNear(entry.name, name)).map(entry => child(folder, entry.name));
  if (near.length > 0) return near.slice(0, 3).map(place => shownPlace(shared, place));
  const below = { root: location.root, path: '' };
  const glob = name.replace(/[*?[\]{}()!@+|\\]/g, '?');
  const elsewhere = await workspace
    .findFiles({ below, glob, includeIgnored: false, limit: 3 }, AbortSignal.timeout(2000))
    .catch(() => undefined);
  return (elsewhere?.items ?? []).map(place => shownPlace(shared, place));
}

function isNear(name: string, wanted: string): boolean {
  const plain = (value: string) => value.toLowerCase().replace(/[^\p{L}\p{N}]/gu, '');
  const [mine, theirs] = [plain(name), plain(wanted)];
  const stem = (value: string) => plain(value.replace(/\.[^.]*$/, ''));
  if (mine === theirs || (stem(name) !== '' && stem(name) === stem(wanted))) return true;
  return theirs.length > 3 && editDistance(mine, theirs) <= Math.max(1, Math.floor(theirs.length / 5));
}
