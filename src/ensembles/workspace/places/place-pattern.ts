import { fold } from '../../../converser/workspace/paths.ts';
import { compileAnchored, compileGlob } from '../search/glob.ts';

/** A pattern of a rule about paths, ready to be compared with places. */
export interface PlacePattern {
  /** Whether a path is one that it means. */
  readonly matches: (path: string) => boolean;
  /** Whether it may mean something in a folder, as far as the folders show that it begins with. */
  readonly mayReachInto: (folder: string) => boolean;
}

/** Gives each pattern once it is compiled, which takes longer than all comparisons of a call. */
export type PlacePatterns = (pattern: string, foldsCase: boolean) => PlacePattern | Promise<PlacePattern>;

/** More than anybody has rules. */
const mostKept = 5_000;

export function createPlacePatterns(): PlacePatterns {
  // By the texts of the rules themselves: of a text made for each comparison, the hash would take longer than the rest.
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
  const literal = isAnywhere ? '' : (/^[^*?[\]{}()!+@|\\]*/.exec(plain)?.[0] ?? '');
  const start = literal === plain ? plain : literal.slice(0, Math.max(0, literal.lastIndexOf('/')));
  const mayReachInto = (folder: string) => isIn(start, folder) || isIn(folder, start);
  const { matches } = await (isAtTop ? compileAnchored(plain) : compileGlob(glob));
  // Most rules are about other folders, which takes no engine to see.
  return { matches: path => isIn(path, start) && matches(path), mayReachInto };
}

function isIn(inner: string, outer: string): boolean {
  if (outer === '' || inner === outer) return true;
  return inner.length > outer.length && inner[outer.length] === '/' && inner.startsWith(outer);
}
