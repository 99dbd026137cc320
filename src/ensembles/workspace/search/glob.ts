import { errors, reasonOf, sentence } from '../../../converser/ground/errors.ts';
import { type GlobSources, globSources } from './glob-source.ts';

/** The time of a comparison grows with the path's length and no faster. */
export interface PathMatcher {
  readonly matches: (path: string) => boolean;
  readonly size: number;
}

export const everyPath: PathMatcher = { matches: () => true, size: 0 };

/** As in .gitignore, names without `/` match anywhere below, `a/` all in `a`, and `!` all other paths. */
export async function compileGlob(glob: string): Promise<PathMatcher> {
  const plain = glob
    .trim()
    .replaceAll('\\', '/')
    .replace(/^(\.?\/)+/, '');
  const named = plain.replace(/\/$/, '').includes('/') ? plain : `**/${plain}`;
  return compileAnchored(named.endsWith('/') ? `${named}**` : named);
}

export async function compileAnchored(anchored: string): Promise<PathMatcher> {
  if (anchored.length > longestGlob)
    throw unusable(anchored.slice(0, 100), `it has more than ${longestGlob} characters`);
  const negations = /^(?:!(?!\())*/.exec(anchored)?.[0].length ?? 0;
  const translated = globSources(anchored.slice(negations));
  if (translated.kind === 'unsupported') throw unusable(anchored, translated.reason);
  const { matches, size } = await compileSources(anchored, translated.sources);
  const wanted = (path: string) => path === anchored || matches(path) === (negations % 2 === 0);
  return { matches: wanted, size };
}

/** A folder that matches covers all in it. No glob may have a `!`, and the caller limits their length. */
export async function compileCovering(globs: readonly string[]): Promise<PathMatcher> {
  const sources = globs.map(glob => {
    const translated = globSources(glob);
    if (translated.kind === 'unsupported') throw unusable(glob, translated.reason);
    return translated.sources.wanted;
  });
  return compileSources(globs[0] ?? '', { wanted: `(?:${sources.join('|')})(?:/.*)?` });
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
