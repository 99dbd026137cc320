import { editDistance } from '../../../converser/ground/wording/edit-distance.ts';
import type { ContentLabels } from '../../../converser/words/labels/content-labels.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import {
  child,
  locatePath,
  nameOf,
  parent,
  placeKey,
  shownPath,
} from '../../../converser/words/workspace/paths.ts';
import type {
  FileStat,
  Location,
  ReadGuard,
  TextFile,
  Workspace,
} from '../../../converser/words/workspace/workspace.ts';
import { binaryKind } from '../binary-kind.ts';
import { createPathQueue } from '../edit/path-queue.ts';
import { nameInLine } from '../name-in-line.ts';
import type { AddedPlaces } from '../protection/added-places.ts';
import type { ProtectedRoles } from '../protection/protected-role.ts';
import { seenPlace } from '../seen-place.ts';
import { createPlacePatterns, type PlacePatterns } from './place-pattern.ts';

export interface ToolContext {
  readonly workspace: Workspace;
  readonly protectedRoles: ProtectedRoles;
  readonly addedPlaces: AddedPlaces;
  readonly labels: ContentLabels;
  readonly patterns: PlacePatterns;
  /** Calls that touch the same files or folders, links followed, take turns here, in all conversations. */
  readonly inTurn: <T>(
    locations: readonly Location[],
    work: () => Promise<T>,
    signal: AbortSignal,
  ) => Promise<T>;
}

export function createToolContext(
  workspace: Workspace,
  ports: Pick<ToolContext, 'protectedRoles' | 'addedPlaces' | 'labels'>,
): ToolContext {
  const queue = createPathQueue();
  const keyOf = async (location: Location) => placeKey(await workspace.realLocation(location));

  async function inTurn<T>(
    locations: readonly Location[],
    work: () => Promise<T>,
    signal: AbortSignal,
  ): Promise<T> {
    for (let tries = 1; tries <= 10; tries++) {
      const keys = await Promise.all(locations.map(keyOf));
      const run = async (hasWaited: boolean) => {
        // Work before may have moved a link, so that the files are now others than those that were queued for.
        const now = hasWaited ? await Promise.all(locations.map(keyOf)) : keys;
        return now.every((key, index) => key === keys[index]) ? { result: await work() } : undefined;
      };
      const done = await queue(keys, run, signal);
      if (done !== undefined) return done.result;
    }
    const [first] = locations.map(location => shownPath(location, workspace.roots));
    throw fileErrors.fileConflict(first ?? '', 'it keeps being moved.', 'Try again later.');
  }

  return { ...ports, workspace, patterns: createPlacePatterns(), inTurn };
}

export function nameArgument(description: string) {
  return { type: 'string', minLength: 1, description } as const;
}

export function locate({ workspace }: ToolContext, path: string): Location {
  return locatePath(path, workspace.roots);
}

export function seenAt(shared: ToolContext, path: string): Promise<Location> {
  return seenPlace(shared.workspace, locate(shared, path));
}

/** Without a path, and for `.` with several roots, these are all roots. */
export function scopesOf({ workspace }: ToolContext, path: string | undefined): readonly Location[] {
  const { roots } = workspace;
  if (roots.length === 0) throw fileErrors.noWorkspace();
  const isAll = path === undefined || /^\.?[/\\]?$/.test(path.trim());
  return isAll ? roots.map(root => ({ root, path: '' })) : [locatePath(path, roots)];
}

export function shownPlace({ workspace }: ToolContext, location: Location): string {
  return nameInLine(shownPath(location, workspace.roots));
}

export function link({ workspace }: ToolContext, location: Location, line?: number): string {
  const label = nameInLine(shownPath(location, workspace.roots)) + (line === undefined ? '' : `:${line}`);
  const address = workspace.uri(location) + (line === undefined ? '' : `#L${line}`);
  return `[${label.replace(/[\\[\]`*_<>]/g, '\\$&')}](<${address.replace(/[<>]/g, encodeURIComponent)}>)`;
}

export async function existingEntry(shared: ToolContext, location: Location): Promise<FileStat> {
  const stat = await shared.workspace.stat(location);
  if (stat !== undefined) return stat;
  throw fileErrors.fileNotFound(shownPlace(shared, location), await similar(shared, location));
}

export async function existingFile(shared: ToolContext, path: string): Promise<Location> {
  const file = await seenAt(shared, path);
  const { kind } = await existingEntry(shared, file);
  if (kind === 'file') return file;
  const shown = shownPlace(shared, file);
  if (kind !== 'folder') throw fileErrors.fileUnreadable(shown, 'it isn’t a file or a folder.');
  throw fileErrors.fileUnreadable(shown, 'it is a folder.', 'List it with list_directory.');
}

export async function textFile(
  { workspace }: ToolContext,
  file: Location,
  guard?: ReadGuard,
): Promise<TextFile> {
  const content = await workspace.read(file, guard);
  if (content.kind === 'text') return content;
  const reason = `it is ${binaryKind(content.head)} of ${content.size} bytes.`;
  throw fileErrors.fileUnreadable(shownPath(file, workspace.roots), reason);
}

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
