import path from 'node:path';
import type { ApprovalMemory } from '../../converser/call/permission/approvals.ts';
import type { JsonObject } from '../../converser/ground/json/json.ts';
import { readState, stateFolder, writeState } from './state-file.ts';

/** Approvals "for this workspace" are kept in your own folder and never in the workspace. */
export async function openApprovalFile(
  roots: readonly string[],
  file = path.join(stateFolder(), 'approvals.json'),
): Promise<ApprovalMemory> {
  const workspace = JSON.stringify([...roots].sort());
  const approvalsIn = (all: JsonObject) => {
    const found = all[workspace];
    return Array.isArray(found) ? found.filter(approval => typeof approval === 'string') : [];
  };
  let approved: readonly string[] = approvalsIn(await readState(file));

  async function change(changed: (kept: readonly string[]) => readonly string[]): Promise<void> {
    approved = changed(approved);
    const all = await readState(file);
    await writeState(file, { ...all, [workspace]: changed(approvalsIn(all)) });
  }
  return {
    all: () => approved,
    add: approval => change(kept => [...new Set([...kept, approval])]),
    remove: approval => change(kept => kept.filter(each => each !== approval)),
  };
}
