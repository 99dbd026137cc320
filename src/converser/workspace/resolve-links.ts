import { ConverserError, reasonOf } from '../errors.ts';
import { fileErrors } from './file-errors.ts';
import { absolutePath, locateAbsolute, shownPath } from './paths.ts';
import type { Location, Root } from './workspace.ts';

/**
 * The real path of the deepest part of an absolute path that exists, followed by the names of the rest, with `/`
 * between all parts.
 *
 * Contract: rejects when a link on the way leads nowhere or in a circle, because such a path has no end.
 */
export type RealPath = (absolutePath: string) => Promise<string>;

export interface RealLocation {
  readonly location: Location;
  /** The same place as an absolute path, links followed in the root's own path too. */
  readonly path: string;
}

/** Where a location is once links are followed. Rejects with `path-refused` when that is outside all roots. */
export async function containReal(
  location: Location,
  { roots, realPath }: { readonly roots: readonly Root[]; readonly realPath: RealPath },
): Promise<RealLocation> {
  const shown = shownPath(location, roots);
  try {
    const path = await realPath(absolutePath(location));
    const realRoots = await Promise.all(
      roots.map(async root => ({ ...root, path: await realPath(root.path) })),
    );
    const real = locateAbsolute(path, realRoots);
    const root = roots.find(({ name }) => name === real?.root.name);
    if (real !== undefined && root !== undefined) return { location: { root, path: real.path }, path };
  } catch (cause) {
    if (cause instanceof ConverserError) throw cause;
    throw fileErrors.pathRefused(shown, `Converser can't tell where it leads: ${reasonOf(cause)}`);
  }
  throw fileErrors.pathRefused(shown, 'it leads out of the workspace through a symbolic link.');
}
