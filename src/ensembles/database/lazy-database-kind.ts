import { type EnsembleKind, lazyKind } from '../descriptors/ensemble-kind.ts';
import type { ToolContext } from '../workspace/places/tool-context.ts';

export function lazyDatabaseKind(shared: ToolContext): EnsembleKind {
  return lazyKind('database', async () => (await import('./database-kind.ts')).databaseKind(shared));
}
