import {
  absolutePath,
  comparePaths,
  nameOf,
  placeKey,
  relativePath,
} from '../../../converser/words/workspace/paths.ts';
import type {
  FileQuery,
  LeftOut,
  Location,
  SearchingIn,
  Workspace,
  WorkspaceFiles,
  WorkspaceSearch,
} from '../../../converser/words/workspace/workspace.ts';
import { compileGlob } from '../search/glob.ts';
import { createIgnoreRules } from '../search/ignore-rules.ts';
import { createPace } from '../search/pace.ts';
import type { Proposal } from './proposals.ts';

/** What is proposed is searched as what you have not saved is. */
export function proposedSearch(
  files: WorkspaceFiles,
  { base, proposal }: { readonly base: SearchingIn; readonly proposal: Proposal },
): WorkspaceSearch {
  const search = base.searchIn(files);

  async function madeFiles(query: FileQuery, signal: AbortSignal) {
    const pace = createPace(signal);
    const [{ matches }, rules] = [await compileGlob(query.glob), createIgnoreRules(files, pace)];
    const found: Location[] = [];
    const leftOut: LeftOut[] = [];
    for (const { place, before, after } of proposal.files) {
      const path = before === null && after !== null ? relativePath(query.below, place) : undefined;
      if (path === undefined || !matches(path || nameOf(place))) continue;
      if (!query.includeIgnored && (await rules.isIgnored(place, 'file'))) continue;
      const why = query.withholds?.(place, place);
      if (why !== undefined) leftOut.push({ location: place, why });
      else if (isAdmitted(place, query)) found.push(place);
    }
    return { found, leftOut };
  }

  return {
    async findFiles(query, signal) {
      const gone = proposal.files.filter(({ after }) => after === null).length;
      const found = await search.findFiles({ ...query, limit: query.limit + gone }, signal);
      const made = await madeFiles(query, signal);
      const all = [...found.items, ...made.found].filter(each => proposal.at(each)?.after !== null);
      const items = [...new Map(all.map(each => [placeKey(each), each])).values()];
      items.sort((a, b) => comparePaths(absolutePath(a), absolutePath(b)));
      return {
        items: items.slice(0, query.limit),
        hasMore: found.hasMore || items.length > query.limit,
        leftOut: [...found.leftOut, ...made.leftOut],
      };
    },
    searchText: (query, signal) => search.searchText(query, signal),
  };
}

function isAdmitted(place: Location, { guard }: FileQuery): boolean {
  try {
    guard?.(place);
    return true;
  } catch {
    return false;
  }
}

type Diagnose = NonNullable<Workspace['diagnostics']>;

/** Language servers see only the disk, so nothing is said of what they would find. */
export function proposedDiagnostics(diagnose: Diagnose, proposal: Proposal): Diagnose {
  return async below => {
    const found = await diagnose(below);
    const unknown = proposal.files
      .filter(
        ({ place, after }) =>
          after !== null && (below === undefined || relativePath(below, place) !== undefined),
      )
      .map(({ place }) => ({
        location: place,
        line: 1,
        severity: 'information' as const,
        message: 'Its changes wait for the user’s review, so its problems are known only afterwards.',
      }));
    return [...found.filter(({ location }) => proposal.at(location) === undefined), ...unknown];
  };
}
