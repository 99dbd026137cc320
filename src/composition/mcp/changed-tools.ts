import type { EnsembleRoster } from '../../converser/words/ensemble/ensemble-roster.ts';
import type { LazyMcp } from '../../ensembles/mcp/lazy-mcp.ts';
import type { Drift } from '../../ensembles/mcp/lock/find-drift.ts';

export interface ChangedTools {
  all(): readonly Drift[];
  accept(changes: readonly Drift[]): Promise<void>;
}

export function createChangedTools(mcp: LazyMcp, roster: EnsembleRoster): ChangedTools {
  return {
    all() {
      // The lock still knows servers that have been removed.
      const present = new Set(roster.ensembles.map(({ name }) => name));
      return (mcp.now?.lock.drifts ?? []).filter(({ server }) => present.has(server));
    },
    accept: async changes => (await mcp.get()).lock.accept(changes),
  };
}
