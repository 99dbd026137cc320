import type { Permit } from '../../../converser/words/ensemble/invoker.ts';
import type { RuleBook } from '../../../converser/words/permission/rules.ts';
import { asSeen } from '../../../converser/words/workspace/as-seen.ts';
import { parent, placeKey } from '../../../converser/words/workspace/paths.ts';
import type { Location, Withholds } from '../../../converser/words/workspace/workspace.ts';
import { nothingAdded } from '../protection/added-places.ts';
import { secretGlobs } from '../protection/protected-place.ts';
import { secretsNow, whyLinked } from './guard-read.ts';
import type { PlacePattern } from './place-pattern.ts';
import { comparedPath } from './place-subject.ts';
import type { ToolContext } from './tool-context.ts';

/**
 * Goes by your rules, and by what is protected at this moment. Once the user has allowed a call in spite of what is
 * protected, only the rules withhold something.
 *
 * Invariant: a place that a rule denies is left out with all that is in it, whatever the call was allowed for.
 */
export async function withholding(
  shared: ToolContext,
  { withheld = [], exception }: Pick<Permit, 'withheld' | 'exception'> = {},
): Promise<Withholds> {
  const isDenied = await deniedBy(shared, withheld);
  const whySecret = exception === undefined ? await secretsNow(shared) : () => undefined;
  const withholds: Withholds = (found, real) => {
    const places = placeKey(found) === placeKey(real) ? [found] : [found, real];
    if (places.some(isDenied)) return 'rule';
    return places.some(place => whySecret(place) !== undefined) ? 'protected' : undefined;
  };
  if (withheld.length > 0) return withholds;
  if (exception !== undefined) return Object.assign(withholds, { among: [] });
  const isOnlyKnown = (await shared.addedPlaces.now()) === nothingAdded;
  return isOnlyKnown ? Object.assign(withholds, { among: secretGlobs }) : withholds;
}

/** Names that an editor found may lead through links. */
export async function withoutWithheld<T extends { readonly location: Location }>(
  shared: ToolContext,
  found: readonly T[],
  permit: Pick<Permit, 'withheld' | 'exception'> | undefined,
): Promise<readonly T[]> {
  const withholds = await withholding(shared, permit);
  const shown = new Map<string, boolean>();
  for (const { location } of found) {
    const key = placeKey(location);
    if (shown.has(key)) continue;
    const real = await shared.workspace.realLocation(location).catch(() => location);
    shown.set(key, withholds(location, real) === undefined);
  }
  return found.filter(({ location }) => shown.get(placeKey(location)) === true);
}

/** Resolves to `undefined` if no rule with a place denies the tools that change files. */
export async function deniedChanges(
  shared: ToolContext,
  rules: Pick<RuleBook, 'about'>,
): Promise<((place: Location) => boolean) | undefined> {
  const about = ['write_file', 'edit_file', 'move_file', 'delete_file'].flatMap(tool =>
    rules.about(`workspace:${tool}`),
  );
  const withheld = about.flatMap(({ rule, pattern }) => (rule === 'deny' ? (pattern ?? []) : []));
  return withheld.length === 0 ? undefined : deniedBy(shared, [...new Set(withheld)]);
}

/** Nothing says so: that something was found would tell what is in there. */
export async function withoutHardLinks<T extends { readonly location: Location }>(
  shared: ToolContext,
  found: readonly T[],
  { exception }: Pick<Permit, 'exception'> = {},
): Promise<readonly T[]> {
  if (exception !== undefined) return found;
  const files = new Map(found.map(({ location }) => [placeKey(location), location]));
  for (const [key, file] of files) if ((await whyLinked(shared, file)) === undefined) files.delete(key);
  return found.filter(({ location }) => !files.has(placeKey(location)));
}

async function deniedBy(
  { workspace, patterns }: ToolContext,
  withheld: readonly string[],
): Promise<(place: Location) => boolean> {
  if (withheld.length === 0) return () => false;
  const compiled = new Map<boolean, readonly Denying[]>();
  for (const foldsCase of new Set(workspace.roots.map(({ rules }) => rules.foldsCase)))
    compiled.set(
      foldsCase,
      await Promise.all(withheld.map(text => denying(text, patterns(text, foldsCase)))),
    );
  const folders = new Map<string, boolean>();

  const denyingIn = ({ root }: Location) => compiled.get(root.rules.foldsCase) ?? [];

  function isInDenied(folder: Location): boolean {
    const path = asSeen(comparedPath(folder, workspace.roots));
    const known = path === '' ? false : folders.get(path);
    if (known !== undefined) return known;
    const isDenied =
      denyingIn(folder).some(({ matches, isInside }) => isInside && matches(path)) ||
      (folder.path !== '' && isInDenied(parent(folder)));
    folders.set(path, isDenied);
    return isDenied;
  }

  return place => {
    const path = asSeen(comparedPath(place, workspace.roots));
    return (
      denyingIn(place).some(({ matches }) => matches(path)) ||
      (place.path !== '' && isInDenied(parent(place)))
    );
  };
}

interface Denying extends Pick<PlacePattern, 'matches'> {
  /** A covered folder is meant with all that is in it. A pattern about all other paths means each of them alone. */
  readonly isInside: boolean;
}

async function denying(text: string, pattern: PlacePattern | Promise<PlacePattern>): Promise<Denying> {
  return { matches: (await pattern).matches, isInside: !text.startsWith('!') };
}
