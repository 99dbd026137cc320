import { fold, isWithin } from '../../../converser/words/workspace/paths.ts';
import { compileAnchored, compileGlob } from '../search/glob.ts';
import { forAllowing, forDenying, type GlobReading } from '../search/glob-source.ts';

export interface PlacePattern {
  readonly matches: (path: string) => boolean;
  /** Is stricter where the pattern can be read in two ways: only this may allow something. */
  readonly means: (path: string) => boolean;
  readonly mayReachInto: (folder: string) => boolean;
  readonly mayLeaveOut: (folder: string) => boolean;
}

/** Keeps compiled patterns, because compiling takes longer than all comparisons of a call. */
export type PlacePatterns = (pattern: string, foldsCase: boolean) => PlacePattern | Promise<PlacePattern>;

const mostKept = 5_000;

export function createPlacePatterns(): PlacePatterns {
  // Keys are the rules' own texts: hashing a new string for each comparison would take longer than everything
  // else.
  const [exact, folding] = [createKnown(glob => glob), createKnown(fold)];
  return (pattern, foldsCase) => (foldsCase ? folding : exact)(pattern);
}

function createKnown(read: (pattern: string) => string): (pattern: string) => ReturnType<PlacePatterns> {
  const known = new Map<string, ReturnType<PlacePatterns>>();
  return pattern => {
    const found = known.get(pattern);
    if (found !== undefined) return found;
    if (known.size >= mostKept) known.clear();
    const compiling = compile(read(pattern));
    known.set(pattern, compiling);
    compiling.then(
      compiled => known.set(pattern, compiled),
      () => known.delete(pattern),
    );
    return compiling;
  };
}

async function compile(glob: string): Promise<PlacePattern> {
  const isAtTop = glob.startsWith('/');
  const plain = glob.replace(/^\//, '');
  const isAnywhere = glob.startsWith('!') || (!isAtTop && !plain.replace(/\/$/, '').includes('/'));
  const start = isAnywhere ? '' : startOf(plain);
  const meets = (folder: string, place: string) => isWithin(place, folder) || isWithin(folder, place);
  const mayReachInto = (folder: string) => meets(folder, start);
  const unwanted = /^!(?=[^(!])(.*)$/s.exec(glob)?.[1];
  const unwantedStart = unwanted?.replace(/\/$/, '').includes('/') ? startOf(unwanted) : '';
  const mayLeaveOut = (folder: string) => /^!|!\(/.test(glob) && meets(folder, unwantedStart);
  const read = async (reading: GlobReading) => {
    const { matches } = await (isAtTop ? compileAnchored(plain, reading) : compileGlob(glob, reading));
    // Most rules are about other folders, which takes no engine to see.
    return (path: string) => isWithin(path, start) && matches(path);
  };
  const matches = await read(forDenying);
  const means = /[[(\\]/.test(glob) ? await read(forAllowing) : matches;
  return { matches, means, mayReachInto, mayLeaveOut };
}

function startOf(glob: string): string {
  const literal = /^[^*?[\]{}()!+@|\\]*/.exec(glob)?.[0] ?? '';
  return literal === glob ? glob : literal.slice(0, Math.max(0, literal.lastIndexOf('/')));
}
