import path from 'node:path';
import { isWithin } from '../../../converser/words/workspace/paths.ts';
import type { Location, Root } from '../../../converser/words/workspace/workspace.ts';
import type { AddedPlaces } from '../../workspace/protection/added-places.ts';
import { protectedPlace } from '../../workspace/protection/protected-place.ts';
import type { Confinement } from './bubblewrap.ts';
import { guardedPlaces } from './guarded-places.ts';
import { hiddenPlaces } from './hidden-places.ts';
import { realFolders } from './real-folders.ts';

export interface PlacePorts {
  readonly roots: () => readonly Root[];
  /** Commands may write in these folders of yours too, such as a cache; absolute, or in `~/`. */
  readonly writable: () => readonly string[];
  readonly addedPlaces: AddedPlaces;
  readonly protectedPlaces: () => readonly string[];
  /** Commands must not even read these absolute paths, besides your keys. */
  readonly hidden: readonly string[];
  readonly home: string;
}

export interface ConfinedPlaces extends Pick<Confinement, 'writable' | 'guarded' | 'hidden'> {
  readonly ours: readonly string[];
}

export async function confine(ports: PlacePorts): Promise<ConfinedPlaces> {
  const { home, hidden } = ports;
  const named = ports.writable().map(place => place.replace(/^~(?=[/\\]|$)/, home));
  const writable = await realFolders([
    ...ports.roots().map(root => root.path),
    ...named.filter(place => path.isAbsolute(place)),
  ]);
  const ours = await realFolders(ports.protectedPlaces());
  return {
    writable,
    guarded: await guardedIn(ports),
    ours: ours.filter(place => writable.some(folder => isWithin(place, folder))),
    hidden: await hiddenPlaces({ home, places: hidden, writable }),
  };
}

export async function guardedIn({ roots, addedPlaces }: PlacePorts): Promise<readonly string[]> {
  const whyAdded = await addedPlaces.now();
  return guardedPlaces(
    roots(),
    (place: Location) => (protectedPlace(place.path) ?? whyAdded(place)) !== undefined,
  );
}
