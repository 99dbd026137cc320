import type { LazyMcp } from '../../ensembles/mcp/lazy-mcp.ts';
import { driftText } from '../../ensembles/mcp/lock/drift-text.ts';
import { changeText } from '../../vscode/mcp/changes/describe-change.ts';
import type { ServerKnowledge } from '../../vscode/tools-view/ensembles-tree-nodes.ts';
import type { ChangedTools } from './changed-tools.ts';

export interface KnowledgeSources {
  readonly mcp: LazyMcp;
  readonly changes: Pick<ChangedTools, 'all'>;
}

export function serverKnowledge({ mcp, changes }: KnowledgeSources): ServerKnowledge {
  return {
    isApproved: definition => mcp.now?.approval.isApproved(definition) ?? true,
    changedTools: server =>
      changes
        .all()
        .filter(drift => drift.server === server)
        .map(drift => ({
          tool: drift.tool,
          kind: 'quarantined',
          message: driftText(drift),
          change: changeText(drift),
        })),
  };
}
