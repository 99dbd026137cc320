import path from 'node:path';
import { absolutePath, child, fold } from '../../../converser/words/workspace/paths.ts';
import type { Location, Workspace } from '../../../converser/words/workspace/workspace.ts';
import { realPath, slashed } from '../real-path.ts';
import type { AddedPlaces } from './added-places.ts';
import { protectedPlace } from './protected-place.ts';
import type { ProtectedRoles } from './protected-role.ts';

export interface Protection {
  readonly workspace: Pick<Workspace, 'stat'>;
  readonly protectedRoles: ProtectedRoles;
  readonly addedPlaces: AddedPlaces;
}

export async function whyProtected(protection: Protection, location: Location): Promise<string | undefined> {
  return (
    protectedPlace(location.path) ??
    (await protection.addedPlaces.now())(location) ??
    (await roleAt(protection, location, isIn)) ??
    gitFolderAbove(protection, location)
  );
}

/** The place may also hold what is protected. */
export async function whyNotTaken(protection: Protection, location: Location): Promise<string | undefined> {
  const holds = (place: string, role: string) => isIn(role, place);
  return (await whyProtected(protection, location)) ?? roleAt(protection, location, holds);
}

async function roleAt(
  { protectedRoles }: Protection,
  location: Location,
  isAbout: (place: string, role: string) => boolean,
): Promise<string | undefined> {
  const roles = protectedRoles();
  if (roles.length === 0) return undefined;
  const places = await waysTo(absolutePath(location));
  for (const role of roles) {
    const paths = await waysTo(role.path);
    if (places.some(place => paths.some(one => isAbout(place, one)))) return `${role.path} ${role.reason}`;
  }
  return undefined;
}

async function waysTo(native: string): Promise<readonly string[]> {
  const whole = path.resolve(native);
  const above = await realPath(path.dirname(whole)).catch(() => undefined);
  const real = await realPath(whole).catch(() => undefined);
  const entry = above === undefined ? [] : [path.posix.join(above, path.basename(whole))];
  // A question too many is better than one too few where two names may be the same.
  return [slashed(whole), ...entry, ...(real === undefined ? [] : [real])].map(fold);
}

function isIn(inner: string, outer: string): boolean {
  return inner === outer || inner.startsWith(outer.endsWith('/') ? outer : `${outer}/`);
}

/** Git takes any folder with these for a repository. https://git-scm.com/docs/gitrepository-layout */
export const gitNames = new Set([
  ...['head', 'objects', 'refs', 'config', 'config.worktree', 'hooks', 'info', 'commondir', 'gitdir'],
  ...['packed-refs', 'modules', 'worktrees'],
]);

async function gitFolderAbove({ workspace }: Protection, location: Location): Promise<string | undefined> {
  const names = location.path.split('/');
  for (const [index, name] of names.entries()) {
    if (!gitNames.has(name.toLowerCase())) continue;
    const folder = { root: location.root, path: names.slice(0, index).join('/') };
    const has = async (other: string) =>
      other.toLowerCase() === name.toLowerCase() ||
      (await workspace.stat(child(folder, other)).catch(() => undefined)) !== undefined;
    if (await isGitFolder(has)) return 'it is part of a git repository, and git runs what that says.';
  }
  return undefined;
}

export async function isGitFolder(has: (name: string) => boolean | Promise<boolean>): Promise<boolean> {
  if (!(await has('HEAD'))) return false;
  return (await has('commondir')) || ((await has('objects')) && (await has('refs')));
}
