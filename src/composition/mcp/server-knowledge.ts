import type { LazyMcp } from '../../ensembles/mcp/lazy-mcp.ts';
import { driftText } from '../../ensembles/mcp/lock/drift-text.ts';
import { changeText } from '../../vscode/mcp/changes/describe-change.ts';
import type { ServerKnowledge } from '../../vscode/tools-view/ensembles-tree-nodes.ts';
import type { ChangedTools } from './changed-tools.ts';
import type { McpSignIns } from './mcp-sign-ins.ts';

export interface KnowledgeSources {
  readonly mcp: LazyMcp;
  readonly signIns: Pick<McpSignIns, 'has'>;
  readonly changes: Pick<ChangedTools, 'all'>;
}

/** What the Ensembles view shows about servers beside their state. */
export function serverKnowledge({
  mcp,
  signIns,
  changes,
}: KnowledgeSources): Omit<ServerKnowledge, 'hasFile'> {
  return {
    isApproved: definition => mcp.now?.approval.isApproved(definition) ?? true,
    isSignedIn: ({ name }) => signIns.has(name),
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
