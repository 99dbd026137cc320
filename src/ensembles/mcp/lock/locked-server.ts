import type { Manifest } from '../manifest/manifest.ts';
import { driftText } from './drift-text.ts';
import { type Drift, findDrift, isAboutInstructions } from './find-drift.ts';
import type { ServerPin } from './lock.ts';
import { canBePinned, type SeenServer } from './seen-server.ts';

export interface LockedServer {
  readonly server: string;
  readonly file: string;
  /** If its lock can't be used, none of its tools is offered; this says why, and what to do. */
  readonly trouble?: string;
  /** Another launch alone withholds nothing, as you approved it. */
  readonly launch?: Change;
  readonly version?: Change;
  readonly drifts: readonly Drift[];
  readonly isNew: boolean;
}

export interface Change {
  readonly pinned: string;
  readonly present: string;
}

export function compareWithPin(sight: SeenServer, pin: ServerPin, present: ServerPin): LockedServer {
  const launch = { pinned: pin.launch, present: present.launch };
  const version = { pinned: pin.version ?? '', present: present.version ?? '' };
  return {
    ...asPinned(sight),
    drifts: findDrift(sight.definition.name, pin, present),
    ...(pin.launchHash !== present.launchHash && { launch }),
    ...(version.pinned !== version.present && { version }),
  };
}

export function withTrouble(sight: SeenServer, trouble: string): LockedServer {
  return { ...asPinned(sight), trouble };
}

function asPinned({ definition, file }: SeenServer): LockedServer {
  return { server: definition.name, file, drifts: [], isNew: false };
}

/** The values are reasons. All tools are withheld if the lock can't be used. */
export function withheldTools(
  { trouble, drifts }: LockedServer,
  { tools }: Manifest,
): ReadonlyMap<string, string> {
  if (trouble !== undefined) return new Map(tools.map(({ name }) => [name, trouble]));
  const unnameable = tools.filter(({ name }) => !canBePinned(name));
  return new Map([
    ...unnameable.map(({ name }) => [name, 'A tool without a valid name cannot be pinned.'] as const),
    ...drifts
      .filter(drift => !isAboutInstructions(drift))
      .flatMap(drift => namesOf(drift).map(name => [name, driftText(drift)] as const)),
  ]);
}

export function mayInstruct({ trouble, drifts }: LockedServer): boolean {
  return trouble === undefined && !drifts.some(isAboutInstructions);
}

function namesOf({ tool, formerly }: Drift): readonly string[] {
  return formerly === undefined ? [tool] : [tool, formerly];
}
