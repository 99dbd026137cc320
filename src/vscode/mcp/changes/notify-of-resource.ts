import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import { inform } from '../../window/notices.ts';

/** Says that a resource has changed since it was attached. The conversation keeps what was attached. */
export function notifyOfResource({ title }: McpEnsemble, uri: string): void {
  void inform(`${uri} (${title}) has changed since you attached it. Attach it again to update the model.`);
}
