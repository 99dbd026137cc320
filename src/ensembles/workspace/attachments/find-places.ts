import { asSeen } from '../../../converser/words/workspace/as-seen.ts';
import { comparePaths, shownPath } from '../../../converser/words/workspace/paths.ts';
import type { Location } from '../../../converser/words/workspace/workspace.ts';
import { withholding } from '../places/withhold.ts';
import { pathFit } from './path-fit.ts';
import { deniedTo, type RuledContext } from './withheld-here.ts';

export type FoundPlace = string;

export interface PlaceSearch {
  find(typed: string, query: PlaceQuery): Promise<readonly FoundPlace[]>;
  dispose(): void;
}

export interface PlaceQuery {
  readonly kinds: 'files' | 'folders' | 'both';
  readonly limit: number;
  readonly signal: AbortSignal;
}

/** Larger workspaces are searched by name, once something was typed. */
const mostListed = 20_000;

/** Leaves out files with keys, which you must write out yourself. The list is kept until something changes. */
export function createPlaceSearch(shared: RuledContext): PlaceSearch {
  const { workspace } = shared;
  let kept: Promise<Listing> | undefined;
  const following = workspace.onDidChange(() => {
    kept = undefined;
  });
  const listing = (signal: AbortSignal) => {
    // A list that was given up is read again.
    kept ??= list(shared, '**/*', signal).catch(cause => {
      kept = undefined;
      throw cause;
    });
    return kept;
  };
  return {
    async find(typed, { kinds, limit, signal }) {
      const all = await listing(AbortSignal.timeout(listingTime));
      signal.throwIfAborted();
      const isNarrowed = !all.isWhole && typed.length > 1;
      const { files } = isNarrowed ? await list(shared, globFor(typed), signal) : all;
      return best(typed, placesOf(files, kinds), limit);
    },
    dispose: () => following.dispose(),
  };
}

const listingTime = 10_000;

interface Listing {
  readonly files: readonly string[];
  readonly isWhole: boolean;
}

async function list(shared: RuledContext, glob: string, signal: AbortSignal): Promise<Listing> {
  const { workspace } = shared;
  const withholds = await withholding(shared, deniedTo('find_files', shared));
  const found = await Promise.all(
    workspace.roots.map(root =>
      workspace.findFiles(
        { below: { root, path: '' }, glob, includeIgnored: false, limit: mostListed, withholds },
        signal,
      ),
    ),
  );
  const shown = (location: Location) => shownPath(location, workspace.roots);
  return {
    files: found.flatMap(({ items }) => items.map(shown)),
    isWhole: found.every(({ hasMore }) => !hasMore),
  };
}

function globFor(typed: string): string {
  const name = typed.slice(typed.lastIndexOf('/') + 1);
  const letters = [...name].map(letter =>
    /[a-z]/i.test(letter)
      ? `[${letter.toLowerCase()}${letter.toUpperCase()}]`
      : letter.replace(/[^\w.-]/, '?'),
  );
  return `**/*${letters.join('*')}*`;
}

function placesOf(files: readonly string[], kinds: PlaceQuery['kinds']): readonly FoundPlace[] {
  if (kinds === 'files') return files;
  const folders = new Set<string>();
  for (const file of files)
    for (let at = file.lastIndexOf('/'); at > 0; at = file.lastIndexOf('/', at - 1)) {
      const folder = file.slice(0, at + 1);
      if (folders.has(folder)) break;
      folders.add(folder);
    }
  const sorted = [...folders].sort(comparePaths);
  return kinds === 'folders' ? sorted : [...files, ...sorted];
}

function best(typed: string, places: readonly FoundPlace[], limit: number): readonly FoundPlace[] {
  return places
    .map(place => ({ place, score: pathFit(asSeen(typed), asSeen(place)) }))
    .filter(({ score }) => score !== undefined)
    .toSorted((a, b) => (b.score ?? 0) - (a.score ?? 0))
    .slice(0, limit)
    .map(({ place }) => place);
}
