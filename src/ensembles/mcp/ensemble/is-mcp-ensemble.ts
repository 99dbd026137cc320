import type { Ensemble } from '../../../converser/words/ensemble/ensemble.ts';
import type { McpEnsemble } from './mcp-ensemble.ts';

export function isMcpEnsemble(ensemble: Ensemble): ensemble is McpEnsemble {
  return 'definition' in ensemble && 'reinspect' in ensemble;
}
