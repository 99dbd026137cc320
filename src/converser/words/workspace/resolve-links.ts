import { ConverserError, reasonOf } from '../../ground/errors.ts';
import { fileErrors } from './file-errors.ts';
import { absolutePath, locateAbsolute, shownPath } from './paths.ts';
import type { Location, Root } from './workspace.ts';

/** Contract: rejects when a link on the way leads nowhere or in a circle. */
export type RealPath = (absolutePath: string) => Promise<string>;

export interface RealLocation {
  readonly location: Location;
  readonly path: string;
}

export interface LinkedRoots {
  readonly roots: readonly Root[];
  readonly realPath: RealPath;
}

/** Follows links. Rejects with `path-refused` outside all roots. */
export async function containReal(location: Location, disk: LinkedRoots): Promise<RealLocation> {
  let path: string;
  try {
    path = await disk.realPath(absolutePath(location));
  } catch (cause) {
    throw unclear(location, disk, cause);
  }
  return { path, location: await containFound(path, location, disk) };
}

/** Takes the real path to which `location` led. Rejects like `containReal`. */
export async function containFound(path: string, location: Location, disk: LinkedRoots): Promise<Location> {
  const { roots, realPath } = disk;
  try {
    const realRoots = await Promise.all(
      roots.map(async root => ({ ...root, path: await realPath(root.path) })),
    );
    const real = locateAbsolute(path, realRoots);
    const root = roots.find(({ name }) => name === real?.root.name);
    if (real !== undefined && root !== undefined) return { root, path: real.path };
  } catch (cause) {
    throw unclear(location, disk, cause);
  }
  const reason = 'it leads out of the workspace through a symbolic link.';
  throw fileErrors.pathRefused(shownPath(location, roots), reason);
}

function unclear(location: Location, { roots }: LinkedRoots, cause: unknown): unknown {
  if (cause instanceof ConverserError) return cause;
  const reason = `Converser can’t tell where it leads: ${reasonOf(cause)}`;
  return fileErrors.pathRefused(shownPath(location, roots), reason);
}
