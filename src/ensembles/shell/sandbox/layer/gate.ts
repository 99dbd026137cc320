import { lstat } from 'node:fs/promises';
import path from 'node:path';
import { isWithin } from '../../../../converser/words/workspace/paths.ts';
import type { Location, Root } from '../../../../converser/words/workspace/workspace.ts';
import { bytePath } from '../../../../files/byte-names.ts';
import type { WhyAdded } from '../../../workspace/protection/added-places.ts';
import { protectedPlace } from '../../../workspace/protection/protected-place.ts';
import { gitNames, isGitFolder } from '../../../workspace/protection/why-protected.ts';

export interface Reason {
  /** The rest of a sentence. */
  readonly why: string;
  /** Nobody can allow it. */
  readonly isFinal?: boolean;
}

export interface Gate {
  /** Says why a place must not become what is at `content`. */
  why(place: string, content: string): Promise<Reason | undefined>;
  /** Whether nothing in this folder is asked about. */
  isOpen(folder: string): boolean;
}

export interface GatePorts {
  /** With their real paths. */
  readonly roots: readonly { readonly root: Root; readonly real: string }[];
  /** Absolute and real, with all that is in them. */
  readonly kept: readonly string[];
  readonly whyAdded: WhyAdded;
  /** Absent without rules that deny something. */
  readonly isDenied?: ((place: Location) => boolean) | undefined;
}

export function createGate({ roots, kept, whyAdded, isDenied }: GatePorts): Gate {
  const located = (place: string): Location => {
    const at = roots.find(({ real }) => isWithin(place, real));
    if (at === undefined) throw new Error(`${place} is outside the workspace.`);
    return { root: at.root, path: path.relative(at.real, place) };
  };
  const whyNamed = (location: Location) => protectedPlace(location.path) ?? whyAdded(location);
  return {
    async why(place, content) {
      if (kept.some(each => isWithin(place, each))) return { why: 'it decides what runs, or holds keys.' };
      const location = located(place);
      if (isDenied?.(location)) return { why: 'a rule of yours denies it.', isFinal: true };
      if (isOfPackages(location.path) || (await isNewEnvironment(place, content))) return undefined;
      const why = whyNamed(location) ?? (await whyGit(place, content));
      return why === undefined ? undefined : { why };
    },
    isOpen: folder =>
      isDenied === undefined &&
      isOfPackages(located(folder).path) &&
      !kept.some(each => isWithin(each, folder)),
  };
}

/** What packages hold runs by itself. */
function isOfPackages(place: string): boolean {
  return place.split('/').includes('node_modules');
}

/** A new environment of Python decides only what its own programs run, which are as new. */
async function isNewEnvironment(place: string, content: string): Promise<boolean> {
  if (path.basename(place) !== 'pyvenv.cfg' || (await isThere(path.dirname(place)))) return false;
  return isThere(path.join(path.dirname(content), 'bin'));
}

async function whyGit(place: string, content: string): Promise<string | undefined> {
  if (!gitNames.has(path.basename(place).toLowerCase())) return undefined;
  const has = async (name: string) =>
    (await isThere(path.join(path.dirname(place), name))) || isThere(path.join(path.dirname(content), name));
  return (await isGitFolder(has))
    ? 'it is part of a git repository, and git runs what that says.'
    : undefined;
}

function isThere(place: string): Promise<boolean> {
  return lstat(bytePath(place)).then(
    () => true,
    () => false,
  );
}
