import type * as vscode from 'vscode';
import { isJsonObject } from '../../../converser/ground/json/json.ts';
import type { ApprovedLaunch, LaunchMemory } from '../../../ensembles/mcp/approval/launch-approval.ts';

const key = 'converser.launches';

/** No workspace can write where approvals are stored. `onDidWrite` runs after each change. */
export function createLaunchMemory(state: vscode.Memento, onDidWrite: () => void): LaunchMemory {
  const approvals = () => state.get<Readonly<Record<string, unknown>>>(key, {});
  return {
    read(server) {
      const all = approvals();
      const approved = Object.hasOwn(all, server) ? all[server] : undefined;
      return isApprovedLaunch(approved) ? approved : undefined;
    },
    async write(server, approved) {
      const { [server]: _former, ...others } = approvals();
      await state.update(key, approved === undefined ? others : { ...others, [server]: approved });
      onDidWrite();
    },
  };
}

function isApprovedLaunch(value: unknown): value is ApprovedLaunch {
  return isJsonObject(value) && typeof value.hash === 'string' && isJsonObject(value.facts);
}
