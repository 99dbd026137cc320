import { launchKey, type ServerDefinition } from '../definition/server-definition.ts';

/** A server as one file describes it. */
export interface SourcedServer {
  /** The ensemble's name. */
  readonly name: string;
  /** Absolute path. */
  readonly file: string;
  /** Later ones replace earlier ones of the same name. */
  readonly rank: number;
  /** Absent if it contains a mistake. */
  readonly definition?: ServerDefinition;
}

/** All servers of one name. */
export interface MergedServer {
  readonly name: string;
  /** The one that is used. */
  readonly chosen: SourcedServer;
  /** Those that it replaces, the strongest first. */
  readonly shadowed: readonly SourcedServer[];
  /** Other names of exactly the same launch. */
  readonly sameAs: readonly string[];
}

/**
 * The servers of all files, each with where it comes from.
 *
 * The files, from the weakest to the strongest: VS Code's user configuration, your own descriptors, settings
 * of the workspace, `.mcp.json` and then `.vscode/mcp.json` of each opened folder, the descriptors of each opened folder. So what is closer
 * to the project wins, and what was written for Converser wins over what was written for all programs.
 *
 * Invariant: a server with a mistake still replaces weaker ones. It may have been written to restrict something.
 */
export function mergeSources(sources: readonly SourcedServer[]): readonly MergedServer[] {
  const byName = Map.groupBy(
    sources.toSorted((a, b) => b.rank - a.rank),
    ({ name }) => name,
  );
  const chosen = [...byName.values()].flatMap(all => all.slice(0, 1));
  const byLaunch = Map.groupBy(
    chosen.filter(({ definition }) => definition !== undefined),
    launchOf,
  );
  return [...byName]
    .flatMap(([name, [first, ...shadowed]]) => {
      if (first === undefined) return [];
      const same = first.definition === undefined ? [] : (byLaunch.get(launchOf(first)) ?? []);
      const sameAs = same.map(other => other.name).filter(other => other !== name);
      return [{ name, chosen: first, shadowed, sameAs: sameAs.sort() }];
    })
    .sort((a, b) => (a.name < b.name ? -1 : 1));
}

function launchOf({ definition }: SourcedServer): string {
  return definition === undefined ? '' : launchKey(definition);
}

/** Where a server comes from, in sentences for people. */
export function explainServer({ name, chosen, shadowed, sameAs }: MergedServer): string {
  const [nearest] = shadowed;
  return [
    chosen.definition === undefined
      ? `${name} is missing because of a mistake in ${chosen.file}.`
      : `${name} comes from ${chosen.file}${whose(chosen.definition)}.`,
    ...(nearest === undefined
      ? []
      : [`It replaces the server of the same name in ${shadowed.map(({ file }) => file).join(' and ')}.`]),
    ...(sameAs.length === 0 ? [] : [`The same server is also defined as ${sameAs.join(' and ')}.`]),
  ].join(' ');
}

function whose({ origin, source }: ServerDefinition): string {
  if (origin === 'workspace') return ', in this folder';
  return source.kind === 'user configuration' ? ', your VS Code configuration' : '';
}
