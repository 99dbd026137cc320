import type { ServerDefinition } from '../definition/server-definition.ts';

/** A server as one file describes it. */
export interface SourcedServer {
  /** Absolute path. */
  readonly file: string;
  /** Later ones replace earlier ones of the same name. */
  readonly rank: number;
  /** Absent if it contains a mistake. */
  readonly definition?: ServerDefinition;
}

/**
 * Where a server comes from that several files may describe, in sentences for people; `undefined` if it is missing.
 *
 * The files, from the weakest to the strongest: VS Code's user configuration, your own descriptors, settings of the
 * workspace, `.mcp.json` and then `.vscode/mcp.json` of each opened folder, the descriptors of each opened folder. So
 * what is closer to the project wins, and what was written for Converser wins over what was written for all programs.
 */
export function explainSource(sources: readonly SourcedServer[]): string | undefined {
  const [chosen, ...replaced] = sources.toSorted((a, b) => b.rank - a.rank);
  if (chosen?.definition === undefined) return undefined;
  const { name, origin, source } = chosen.definition;
  const ofYou = source.kind === 'user configuration' ? ', your VS Code configuration' : '';
  const whose = origin === 'workspace' ? ', in this folder' : ofYou;
  const others = replaced.map(({ file }) => file).join(' and ');
  const replaces = others === '' ? '' : ` It replaces the server of the same name in ${others}.`;
  return `${name} comes from ${chosen.file}${whose}.${replaces}`;
}
