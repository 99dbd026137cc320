import { asSeen } from '../../../converser/words/workspace/as-seen.ts';
import { fold, isWithin } from '../../../converser/words/workspace/paths.ts';
import { compileAnchored, compileGlob } from '../search/glob.ts';
import { forAllowing, forDenying, type GlobReading } from '../search/glob-source.ts';

export interface PlacePattern {
  /** Gets a path as it is seen. */
  readonly matches: (seen: string) => boolean;
  /** Is stricter where the pattern can be read in two ways: only this may allow something. Gets the path as it is. */
  readonly means: (path: string) => boolean;
  readonly mayReachInto: (seenFolder: string) => boolean;
  readonly mayLeaveOut: (seenFolder: string) => boolean;
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

async function compile(written: string): Promise<PlacePattern> {
  const glob = asSeen(written);
  const isAtTop = glob.startsWith('/');
  const plain = glob.replace(/^\//, '');
  const isAnywhere = glob.startsWith('!') || (!isAtTop && !plain.replace(/\/$/, '').includes('/'));
  const start = isAnywhere ? '' : startOf(plain);
  const meets = (folder: string, place: string) => isWithin(place, folder) || isWithin(folder, place);
  const mayReachInto = (folder: string) => meets(folder, start);
  const unwanted = /^!(?=[^(!])(.*)$/s.exec(glob)?.[1];
  const unwantedStart = unwanted?.replace(/\/$/, '').includes('/') ? startOf(unwanted) : '';
  const mayLeaveOut = (folder: string) => /^!|!\(/.test(glob) && meets(folder, unwantedStart);
  const denying = await read(glob, forDenying);
  // Most rules are about other folders, which takes no engine to see.
  const matches = (path: string) => isWithin(path, start) && denying(path);
  const isPlain = written === glob && !/[[(\\]/.test(glob);
  const means = isPlain ? matches : await read(written, forAllowing);
  return { matches, means, mayReachInto, mayLeaveOut };
}

async function read(glob: string, reading: GlobReading): Promise<(path: string) => boolean> {
  const isAtTop = glob.startsWith('/');
  return (await (isAtTop ? compileAnchored(glob.slice(1), reading) : compileGlob(glob, reading))).matches;
}

function startOf(glob: string): string {
  const literal = /^[^*?[\]{}()!+@|\\]*/.exec(glob)?.[0] ?? '';
  return literal === glob ? glob : literal.slice(0, Math.max(0, literal.lastIndexOf('/')));
}
