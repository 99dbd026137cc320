import type * as vscode from 'vscode';
import { isJsonObject } from '../../../converser/json/json.ts';
import type { ApprovedLaunch, LaunchMemory } from '../../../ensembles/mcp/approval/launch-approval.ts';

const key = 'converser.launches';

/** Approvals of launches, kept where no workspace can write. Whoever shows them is told when one is given or taken. */
export function createLaunchMemory(state: vscode.Memento, onDidWrite: () => void): LaunchMemory {
  const kept = () => state.get<Readonly<Record<string, unknown>>>(key, {});
  return {
    read(server) {
      const all = kept();
      const approved = Object.hasOwn(all, server) ? all[server] : undefined;
      return isApprovedLaunch(approved) ? approved : undefined;
    },
    async write(server, approved) {
      const { [server]: _former, ...others } = kept();
      await state.update(key, approved === undefined ? others : { ...others, [server]: approved });
      onDidWrite();
    },
  };
}

function isApprovedLaunch(value: unknown): value is ApprovedLaunch {
  return isJsonObject(value) && typeof value.hash === 'string' && isJsonObject(value.facts);
}
