import { errors, reasonOf, sentence } from '../../../converser/ground/errors.ts';
import { defined } from '../../../converser/ground/json/defined.ts';
import { forDenying, forFinding, type GlobReading, type GlobSources, globSources } from './glob-source.ts';

/** The time of a comparison grows with the path's length and no faster. */
export interface PathMatcher {
  readonly matches: (path: string) => boolean;
  readonly size: number;
}

export const everyPath: PathMatcher = { matches: () => true, size: 0 };

/** As in .gitignore, names without `/` match anywhere below, `a/` all in `a`, and `!` all other paths. */
export function compileGlob(glob: string, reading = forFinding): Promise<PathMatcher> {
  return compileSpellings(spellings(glob.trim(), reading).map(inAnyFolder), reading);
}

export function compileAnchored(anchored: string, reading = forFinding): Promise<PathMatcher> {
  return compileSpellings(spellings(anchored, reading), reading);
}

/**
 * A `\` parts names, or makes a letter of the sign after it, which becomes `[sign]` here. What is wanted either way
 * has both spellings.
 */
export function spellings(glob: string, reading: GlobReading): readonly string[] {
  if (!glob.includes('\\')) return [glob];
  const parted = glob.replaceAll('\\', '/');
  const escaping = glob.replace(/\\([^\p{L}\p{N}_.~\\/-])/gu, '[$1]').replaceAll('\\', '/');
  const { wanted, unwanted } = reading;
  if ((/^!(?!\()/.test(glob) ? unwanted : wanted) === 'either') return [escaping, parted];
  return [/\/|\\[\])}]/.test(glob) ? escaping : parted];
}

/**
 * Gives the argument of ripgrep that finds at least the same, if there is one: ripgrep reads plain signs as we do. A last
 * name without a letter would match all folders, whatever ignore files say of them.
 */
export function globOfRipgrep(glob = ''): readonly string[] {
  const anchored = inAnyFolder(glob.trim());
  const isPlain = plainGlob.test(anchored) && /[\w-][^/]*$/.test(anchored);
  return isPlain && anchored.length <= longestGlob ? [`--glob=${anchored}`] : [];
}

const plainGlob = /^(?:(?:\*\*|(?:[\w.-]|\*(?!\*)|\{[\w.-]+(?:,[\w.-]+)+\})+)(?:\/(?!$)|$))+$/;

function inAnyFolder(glob: string): string {
  const plain = glob.replace(/^(\.?\/)+/, '');
  const named = plain.replace(/\/$/, '').includes('/') ? plain : `**/${plain}`;
  return named.endsWith('/') ? `${named}**` : named;
}

async function compileSpellings(globs: readonly string[], reading: GlobReading): Promise<PathMatcher> {
  const [first = ''] = globs;
  if (first.length > longestGlob)
    throw unusable(first.slice(0, 100), `it has more than ${longestGlob} characters`);
  const negations = /^(?:!(?!\())*/.exec(first)?.[0].length ?? 0;
  const { wanted, unwanted } = reading;
  const inside = negations % 2 === 0 ? reading : { wanted: unwanted, unwanted: wanted };
  const all = globs.map(glob => glob.slice(negations));
  const { matches, size } = await compileSources(first, sourcesOf(all, inside));
  const isMatch = (path: string) => globs.includes(path) || matches(path) === (negations % 2 === 0);
  return { matches: isMatch, size };
}

/** A folder that matches covers all in it. No glob may have a `!`, and the caller limits their length. */
export async function compileCovering(globs: readonly string[]): Promise<PathMatcher> {
  const { wanted } = sourcesOf(globs, forDenying);
  return compileSources(globs[0] ?? '', { wanted: `(?:${wanted})(?:/.*)?` });
}

function sourcesOf(globs: readonly string[], reading: GlobReading): GlobSources {
  const all = globs.map(glob => {
    const translated = globSources(glob, reading);
    if (translated.kind === 'unsupported') throw unusable(glob, translated.reason);
    return translated.sources;
  });
  const unwanted = all.flatMap(each => each.unwanted ?? []).join('|');
  return defined({ wanted: all.map(({ wanted }) => wanted).join('|'), unwanted: unwanted || undefined });
}

/** In letters. */
export const longestGlob = 1000;

async function compileSources(glob: string, { wanted, unwanted }: GlobSources): Promise<PathMatcher> {
  const { RE2JS } = await import('re2js');
  const compile = (source: string) => RE2JS.compile(`^(?:${source})$`, RE2JS.DOTALL);
  try {
    const all = compile(wanted);
    if (unwanted === undefined) return { matches: path => all.test(path), size: all.programSize() };
    const without = compile(unwanted);
    return {
      matches: path => all.test(path) && !without.test(path),
      size: all.programSize() + without.programSize(),
    };
  } catch (cause) {
    throw unusable(glob, reasonOf(cause));
  }
}

function unusable(glob: string, reason: string) {
  return errors.badArguments(`The glob ${JSON.stringify(glob)} can’t be used: ${sentence(reason)}`);
}
