import type { ServerDefinition } from '../definition/server-definition.ts';

export interface SourcedServer {
  readonly file: string;
  /** Later ones replace earlier ones of the same name. */
  readonly rank: number;
  readonly definition?: ServerDefinition;
}

/** What is closer to the project wins, then what was written for Converser. */
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
