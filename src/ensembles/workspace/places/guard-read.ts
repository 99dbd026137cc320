import type { Context } from '../../../converser/ensemble/invoker.ts';
import { fileErrors } from '../../../converser/workspace/file-errors.ts';
import { isWithin, placeKey } from '../../../converser/workspace/paths.ts';
import type { ChangedPlace, Location, ReadGuard } from '../../../converser/workspace/workspace.ts';
import { shownPlace, type ToolContext } from './tool-context.ts';

/** Stops a call from reading what is none of the places that your rules have decided about. */
export function guardRead(
  shared: ToolContext,
  { places: decided }: Pick<Context, 'places'>,
): ReadGuard | undefined {
  return decided && (location => refuseElsewhere(shared, [{ location }], decided));
}

/** The same for what an editor is asked about: where the location really is, which no link can change any more. */
export async function decidedPlace(
  shared: ToolContext,
  location: Location,
  context: Pick<Context, 'places'>,
): Promise<Location> {
  const guard = guardRead(shared, context);
  if (guard === undefined) return location;
  const real = await shared.workspace.realLocation(location);
  guard(real);
  return real;
}

/** Throws where one of these places is none that was decided about, if any were. */
export function refuseElsewhere(
  shared: ToolContext,
  places: readonly ChangedPlace[],
  decided: Context['places'],
): void {
  if (decided === undefined) return;
  const other = places.find(({ location }) => !decided.some(place => isWithin(placeKey(location), place)));
  if (other === undefined) return;
  throw fileErrors.fileConflict(
    shownPlace(shared, other.location),
    'a link was changed after the call was permitted, and nobody has permitted this place.',
    'Call again.',
  );
}
