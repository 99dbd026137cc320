import { shownPath } from '../../../converser/words/workspace/paths.ts';
import {
  containFound,
  containReal,
  type RealLocation,
} from '../../../converser/words/workspace/resolve-links.ts';
import type { Location, Root } from '../../../converser/words/workspace/workspace.ts';
import { realPath } from '../real-path.ts';

export interface DiskPlaces {
  /** Follows links. Rejects for a location that leads out of the workspace. */
  real(location: Location): Promise<RealLocation>;
  /** Rejects if what was opened is outside the workspace: a link may have come in the way since. */
  opened(place: string, expected: Expected): Promise<Location>;
  shown(location: Location): string;
}

export interface Expected {
  readonly asked: Location;
  /** Absent if nothing was there before it was opened. */
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
