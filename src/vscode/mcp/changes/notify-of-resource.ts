import type { McpEnsemble } from '../../../ensembles/mcp/ensemble/mcp-ensemble.ts';
import { inform } from '../../window/notices.ts';

/** Tells that a resource is no longer as it was attached. What was said stays as it was: it is only told. */
export function notifyOfResource({ title }: McpEnsemble, uri: string): void {
  void inform(`${uri} of ${title} has changed since it was attached. Attach it again for the model to know.`);
}
