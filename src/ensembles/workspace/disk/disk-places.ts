import { shownPath } from '../../../converser/workspace/paths.ts';
import { containReal, type RealLocation } from '../../../converser/workspace/resolve-links.ts';
import type { Location, Root } from '../../../converser/workspace/workspace.ts';
import { realPath } from '../real-path.ts';

/** Where the locations of a workspace are on the disk, and what people and models read for them. */
export interface DiskPlaces {
  /** With links followed. Rejects for a location that leads out of the workspace. */
  real(location: Location): Promise<RealLocation>;
  shown(location: Location): string;
}

export function diskPlaces(roots: readonly Root[]): DiskPlaces {
  return {
    real: location => containReal(location, { roots, realPath }),
    shown: location => shownPath(location, roots),
  };
}
