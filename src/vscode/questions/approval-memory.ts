import type * as vscode from 'vscode';
import type { ApprovalMemory } from '../../converser/permission/approvals.ts';

const key = 'converser.approvals';

/** Approvals for this workspace, kept where the workspace itself cannot write. */
export function createApprovalMemory(state: vscode.Memento): ApprovalMemory {
  const approvals = () => state.get<readonly string[]>(key, []);
  return {
    has: approval => approvals().includes(approval),
    async add(approval) {
      await state.update(key, [...new Set([...approvals(), approval])]);
    },
  };
}
