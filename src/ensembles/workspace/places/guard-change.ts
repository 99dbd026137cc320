import type { Permit } from '../../../converser/words/ensemble/invoker.ts';
import type { ChangedPlace, Guard, Location } from '../../../converser/words/workspace/workspace.ts';
import { protectedInside } from '../protection/protected-inside.ts';
import { whyNotTaken, whyProtected } from '../protection/why-protected.ts';
import { refuseElsewhere, refuseUnasked, whyAsk } from './guard-read.ts';
import { lookUp } from './look-up-place.ts';
import { shownPlace, type ToolContext } from './tool-context.ts';

// Another call or program may move links between question and change, so the reasons are looked for twice.
// The second look takes the first places of the first one, so that both find the same if nothing moved.

export function whyAskWrite(shared: ToolContext, locate: () => Location): Promise<string | undefined> {
  return whyAsk(async () => {
    const { location, entry, target } = await lookUp(shared, locate());
    const names = (await shared.workspace.stat(target).catch(() => undefined))?.names ?? 1;
    return firstReason(shared, [{ location: target, names }, { location: entry }, { location }]);
  });
}

export function whyAskMove(
  shared: ToolContext,
  locate: () => Promise<readonly [taken: Location, ...to: Location[]]>,
): Promise<string | undefined> {
  return whyAsk(async () => {
    const found = await Promise.all((await locate()).map(location => lookUp(shared, location)));
    const rest = found.flatMap(({ target, location }) => [{ location: target }, { location }]);
    const entries = found.map(({ entry }) => ({ location: entry }));
    return (await whyNotTake(shared, entries)) ?? firstReason(shared, rest);
  });
}

type Decided = Pick<Permit, 'exception' | 'places'>;

/** Stops a write whose place is protected by now, unless the user allowed exactly that. */
export function guardWrite(shared: ToolContext, { exception, places: decided }: Decided = {}): Guard {
  return async places => {
    refuseElsewhere(shared, places, decided);
    refuseUnasked(shared, places, { reason: await firstReason(shared, places), exception });
  };
}

export function guardMove(shared: ToolContext, { exception, places: decided }: Decided = {}): Guard {
  return async places => {
    refuseElsewhere(shared, places, decided);
    const entries = places.map(({ location }) => ({ location }));
    refuseUnasked(shared, places, { reason: await whyNotTake(shared, entries), exception });
  };
}

async function whyNotTake(
  shared: ToolContext,
  entries: readonly ChangedPlace[],
): Promise<string | undefined> {
  const [taken, to] = entries;
  const reason = await firstReason(shared, entries, whyNotTaken);
  return reason ?? (taken && (await protectedInside(shared, taken.location, to?.location)));
}

async function firstReason(
  shared: ToolContext,
  places: readonly ChangedPlace[],
  why = whyProtected,
): Promise<string | undefined> {
  for (const { location, names = 1 } of places) {
    const shown = shownPlace(shared, location);
    const reason = await why(shared, location);
    if (reason !== undefined) return `${shown} is a protected place: ${reason}`;
    if (names > 1) return `${shown} is one of ${names} names of the same file: it changes under all of them.`;
  }
  return undefined;
}
