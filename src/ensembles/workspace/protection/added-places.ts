import { reasonOf } from '../../../converser/ground/errors.ts';
import { absolutePath } from '../../../converser/words/workspace/paths.ts';
import type { Location } from '../../../converser/words/workspace/workspace.ts';
import { nameInLine } from '../name-in-line.ts';
import { compileCovering } from '../search/glob.ts';
import { compilePlaceGlob, type PlaceGlob } from './place-glob.ts';
import { foldedPath, plainParts } from './plain-path.ts';

export interface AddedGlobs {
  /** Reads them as they are written now. Anything but a glob is a mistake. */
  readonly read: () => readonly unknown[];
  readonly place: string;
}

/** You, or the opened folder, added these places. They are secret, too. */
export interface AddedPlaces {
  now(): Promise<WhyAdded>;
}

/** Gives the rest of a sentence about the place, or `undefined` if it isn't protected. */
export type WhyAdded = (location: Location) => string | undefined;

export const noAddedPlaces: AddedPlaces = { now: () => noneAdded };

export function createAddedPlaces({ read, place }: AddedGlobs): AddedPlaces {
  let last: { readonly key: string; readonly why: Promise<WhyAdded> } | undefined;
  return {
    now() {
      const written = read();
      if (written.length === 0) return noneAdded;
      const key = JSON.stringify(written);
      if (last?.key !== key) last = { key, why: compileAll([...new Set(written)], place) };
      return last.why;
    },
  };
}

/** Says that there are none, now. */
export const nothingAdded: WhyAdded = () => undefined;
const noneAdded = Promise.resolve(nothingAdded);

/** Invariant: a glob that can't be used protects every place: passing over it would protect too little. */
async function compileAll(written: readonly unknown[], place: string): Promise<WhyAdded> {
  const compiled = await compileGlobs(written);
  if ('mistake' in compiled)
    return () => `every place is, until ${place} is corrected: ${nameInLine(compiled.mistake)}`;
  return location => {
    const paths = waysToSay(location);
    if (!paths.some(compiled.isAny)) return undefined;
    const glob = compiled.globs.find(({ matches }) => paths.some(matches));
    return glob && `it matches ${nameInLine(glob.text)} in ${place}.`;
  };
}

export async function mistakeInGlobs(written: readonly unknown[]): Promise<string | undefined> {
  const compiled = await compileGlobs(written);
  return 'mistake' in compiled ? compiled.mistake : undefined;
}

async function compileGlobs(
  written: readonly unknown[],
): Promise<CompiledGlobs | { readonly mistake: string }> {
  if (written.length > mostGlobs)
    return { mistake: `${written.length} globs are too many. Write at most ${mostGlobs}.` };
  try {
    const globs: CompiledGlob[] = [];
    for (const glob of written) globs.push({ ...(await compilePlaceGlob(glob)), text: String(glob).trim() });
    const steps = globs.reduce((all, { size }) => all + size, 0);
    if (steps > mostSteps) return { mistake: 'Together, the globs are too long. Shorten them.' };
    const { matches: isAny } = await compileCovering(globs.flatMap(each => each.globs));
    return { globs, isAny };
  } catch (cause) {
    return { mistake: reasonOf(cause) };
  }
}

interface CompiledGlobs {
  readonly globs: readonly CompiledGlob[];
  readonly isAny: (path: string) => boolean;
}

interface CompiledGlob extends PlaceGlob {
  readonly text: string;
}

function waysToSay(location: Location): readonly string[] {
  const { root, path } = location;
  const ways = [path, `${root.name}/${path}`, absolutePath(location).replace(/^\/+/, '')];
  return [...new Set(ways.flatMap(way => [foldedPath(way), plainParts(way).join('/')]))];
}

const mostGlobs = 200;
/** One letter of a path may take so many steps with all globs. */
const mostSteps = 20_000;
