import { errors } from '../../../converser/ground/errors.ts';
import { child, comparePaths, placeKey, relativePath } from '../../../converser/words/workspace/paths.ts';
import type {
  LeftOut,
  Location,
  ReadGuard,
  WithheldFor,
  Withholds,
} from '../../../converser/words/workspace/workspace.ts';

export interface Withheld {
  why(found: Location, real?: Location): WithheldFor | undefined;
  /** Must be called for each file that is looked through: those that are left out are kept. */
  notes(found: Location): boolean;
  all(): readonly LeftOut[];
  readonly among: Withholds['among'];
  /** Keeps what was swapped meanwhile from being read. */
  readonly guard: ReadGuard;
}

export interface SearchedPlace {
  readonly below: Location;
  /** Links are followed. Below it, none are. */
  readonly real: Location;
}

export function createWithheld(withholds: Withholds, { below, real }: SearchedPlace): Withheld {
  const leftOut = new Map<string, LeftOut>();
  const isReal = placeKey(below) === placeKey(real);

  let last: { readonly path: string; readonly why: WithheldFor | undefined } | undefined;

  function realOf(found: Location): Location {
    const inside = isReal ? undefined : relativePath(below, found);
    if (inside === undefined) return found;
    return { root: real.root, path: [real.path, inside].filter(Boolean).join('/') };
  }

  function why(found: Location, place?: Location): WithheldFor | undefined {
    if (place !== undefined) return withholds(found, place);
    if (last?.path !== found.path) last = { path: found.path, why: withholds(found, realOf(found)) };
    return last.why;
  }

  return {
    why,
    among: why(child(below, 'a file')) === undefined ? withholds.among : undefined,
    notes(found) {
      const reason = why(found);
      if (reason !== undefined) leftOut.set(placeKey(found), { location: found, why: reason });
      return reason !== undefined;
    },
    guard(place) {
      if (withholds(place, place) !== undefined) throw errors.badArguments('This place is left out.');
    },
    all: () => [...leftOut.values()].sort((a, b) => comparePaths(a.location.path, b.location.path)),
  };
}
