import type { PreparedDescriptor } from '../../descriptors/prepare-descriptor.ts';
import { isMcpEnsemble } from '../ensemble/is-mcp-ensemble.ts';

/** What is closer to the project wins, then what was written for Converser: those of one name replace one another by rank. */
export function explainSource(
  sources: readonly Pick<PreparedDescriptor, 'file' | 'rank' | 'ensemble'>[],
): string | undefined {
  const [chosen, ...replaced] = sources.toSorted((a, b) => b.rank - a.rank);
  if (chosen?.ensemble === undefined || !isMcpEnsemble(chosen.ensemble)) return undefined;
  const { name, origin, source } = chosen.ensemble.definition;
  const ofYou = source.kind === 'user configuration' ? ', your VS Code configuration' : '';
  const whose = origin === 'workspace' ? ', in this folder' : ofYou;
  const others = replaced.map(({ file }) => file).join(' and ');
  const replaces = others === '' ? '' : ` It replaces the server of the same name in ${others}.`;
  return `${name} comes from ${chosen.file}${whose}.${replaces}`;
}
