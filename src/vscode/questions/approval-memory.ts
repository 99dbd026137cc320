import type * as vscode from 'vscode';
import type { ApprovalMemory } from '../../converser/call/permission/approvals.ts';

const key = 'converser.approvals';
const none: readonly string[] = [];

/** The workspace itself cannot write where its approvals are kept. */
export function createApprovalMemory(state: vscode.Memento): ApprovalMemory {
  const all = () => state.get<readonly string[]>(key, none);
  return {
    all,
    async add(approval) {
      await state.update(key, [...new Set([...all(), approval])]);
    },
    async remove(approval) {
      await state.update(
        key,
        all().filter(each => each !== approval),
      );
    },
  };
}
