import type { EnsembleRoster } from '../../../converser/words/ensemble/ensemble-roster.ts';
import { isMcpEnsemble } from './is-mcp-ensemble.ts';
import type { McpEnsemble } from './mcp-ensemble.ts';

export function mcpEnsembles(roster: EnsembleRoster): readonly McpEnsemble[] {
  return roster.ensembles.filter(isMcpEnsemble).filter(({ name }) => roster.isEnabled(name));
}
