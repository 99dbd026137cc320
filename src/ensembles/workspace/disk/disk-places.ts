import { shownPath } from '../../../converser/words/workspace/paths.ts';
import {
  containFound,
  containReal,
  type RealLocation,
} from '../../../converser/words/workspace/resolve-links.ts';
import type { Location, Root } from '../../../converser/words/workspace/workspace.ts';
import { realPath } from '../real-path.ts';

/** Where the locations of a workspace are on the disk, and what people and models read for them. */
export interface DiskPlaces {
  /** With links followed. Rejects for a location that leads out of the workspace. */
  real(location: Location): Promise<RealLocation>;
  /**
   * The location of what was opened at an absolute path. Rejects when that is outside the workspace: a link may have
   * come in the way since `expected` was found out.
   */
  opened(place: string, expected: Expected): Promise<Location>;
  shown(location: Location): string;
}

export interface Expected {
  /** As it was asked for. */
  readonly asked: Location;
  /** Where that led before it was opened. Absent: that was not there. */
  readonly real?: RealLocation;
}

/** `roots` is called for each use, because folders can be added and removed. */
export function diskPlaces(roots: () => readonly Root[]): DiskPlaces {
  const disk = () => ({ roots: roots(), realPath });
  return {
    real: location => containReal(location, disk()),
    opened: async (place, { asked, real }) =>
      place === real?.path ? real.location : containFound(place, asked, disk()),
    shown: location => shownPath(location, roots()),
  };
}
