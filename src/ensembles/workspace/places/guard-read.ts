import { ConverserError } from '../../../converser/ground/errors.ts';
import type { Permit } from '../../../converser/words/ensemble/invoker.ts';
import { fileErrors } from '../../../converser/words/workspace/file-errors.ts';
import { child, isWithin, parent, placeKey } from '../../../converser/words/workspace/paths.ts';
import type { ChangedPlace, Location, ReadGuard } from '../../../converser/words/workspace/workspace.ts';
import { secretPlace } from '../protection/protected-place.ts';
import { lookUp } from './look-up-place.ts';
import { shownPlace, type ToolContext } from './tool-context.ts';

/** Stops a call from reading what isn't among the places that your rules have decided about. */
export function guardRead(
  shared: ToolContext,
  { places: decided }: Pick<Permit, 'places'> = {},
): ReadGuard | undefined {
  return decided && (location => refuseElsewhere(shared, [{ location }], decided));
}

/** Says why reading these places must be asked about, whatever was allowed: they hold keys. */
export function whyAskRead(
  shared: ToolContext,
  locate: () => readonly Location[],
): Promise<string | undefined> {
  return whyAsk(async () => {
    const places = locate();
    const whySecret = await secretsNow(shared);
    for (const place of places) {
      const { location, entry, target } = await lookUp(shared, place);
      const named = [target, entry, location].map(whySecret).find(Boolean);
      const reason = named ?? (await whyLinked(shared, target));
      if (reason !== undefined) return reason;
    }
    return undefined;
  });
}

/** Does the same as `guardRead`, and protects keys unless the user allowed exactly that. */
export async function guardSecrets(
  shared: ToolContext,
  permit: Pick<Permit, 'places' | 'exception'> = {},
): Promise<ReadGuard> {
  const elsewhere = guardRead(shared, permit);
  const whySecret = await secretsNow(shared);
  return location => {
    elsewhere?.(location);
    refuseUnasked(shared, [{ location }], {
      reason: whySecret(location),
      exception: permit.exception,
    });
  };
}

interface Refusal {
  readonly reason: string | undefined;
  readonly exception: string | undefined;
}

/** Throws where there is a reason to ask by now, and the user wasn't asked about it. */
export function refuseUnasked(
  shared: ToolContext,
  [first]: readonly ChangedPlace[],
  { reason, exception }: Refusal,
): void {
  if (first === undefined || reason === undefined || reason === exception) return;
  throw fileErrors.fileConflict(
    shownPlace(shared, first.location),
    `the user was not asked about this: ${reason}`,
    'It has become so since the call was permitted. Call again, and the user is asked.',
  );
}

export type WhySecret = (location: Location) => string | undefined;

export async function secretsNow(shared: ToolContext): Promise<WhySecret> {
  const whyAdded = await shared.addedPlaces.now();
  return location => {
    const reason = secretPlace(location.path) ?? whyAdded(location);
    return reason && `${shownPlace(shared, location)} is a protected place: ${reason}`;
  };
}

/** No path leads from a hard link to what holds keys, so that is looked for in its folder and in those above. */
export async function whyLinked(shared: ToolContext, file: Location): Promise<string | undefined> {
  const statOf = (location: Location) => shared.workspace.stat(location).catch(() => undefined);
  const { id, names = 1 } = (await statOf(file)) ?? {};
  if (names < 2) return undefined;
  const whySecret = await secretsNow(shared);
  for (let at = file; at.path !== ''; at = parent(at)) {
    for (const { name } of await shared.workspace.list(parent(at)).catch(() => [])) {
      const other = child(parent(at), name);
      const reason = whySecret(other);
      if (reason !== undefined && (await statOf(other))?.id === id)
        return `${shownPlace(shared, file)} is a hard link. ${reason}`;
    }
  }
  return undefined;
}

/** A refused path needs no question: the call itself will say so. */
export async function whyAsk(reason: () => Promise<string | undefined>): Promise<string | undefined> {
  try {
    return await reason();
  } catch (cause) {
    if (cause instanceof ConverserError) return undefined;
    return 'Converser can’t tell whether this is a protected place.';
  }
}

/** Does the same for an editor. No link can change the real place that it resolves to. */
export async function decidedPlace(
  shared: ToolContext,
  location: Location,
  permit: Pick<Permit, 'places'> | undefined,
): Promise<Location> {
  const guard = guardRead(shared, permit);
  if (guard === undefined) return location;
  const real = await shared.workspace.realLocation(location);
  guard(real);
  return real;
}

/** Throws if rules have decided about places, and one of these isn't among them. */
export function refuseElsewhere(
  shared: ToolContext,
  places: readonly ChangedPlace[],
  decided: Permit['places'],
): void {
  if (decided === undefined) return;
  const other = places.find(({ location }) => !decided.some(place => isWithin(placeKey(location), place)));
  if (other === undefined) return;
  throw fileErrors.fileConflict(
    shownPlace(shared, other.location),
    'a link was changed after the call was permitted, and this place wasn’t permitted.',
    'Call again.',
  );
}
