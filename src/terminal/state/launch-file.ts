import path from 'node:path';
import { isJsonObject } from '../../converser/ground/json/json.ts';
import type { ApprovedLaunch, LaunchMemory } from '../../ensembles/mcp/approval/launch-approval.ts';
import { readState, stateFolder, writeState } from './state-file.ts';

/** Approved launches of MCP servers are kept in your own folder and never in a workspace. */
export async function openLaunchFile(
  file = path.join(stateFolder(), 'launches.json'),
): Promise<LaunchMemory> {
  const approved = new Map(await readAll(file));
  return {
    read: server => approved.get(server),
    async write(server, launch) {
      if (launch === undefined) approved.delete(server);
      else approved.set(server, launch);
      const all = Object.fromEntries(await readAll(file));
      await writeState(file, { ...all, [server]: launch });
    },
  };
}

/** A missing or unreadable file approves nothing. */
async function readAll(file: string): Promise<readonly [string, ApprovedLaunch][]> {
  return Object.entries<unknown>(await readState(file)).filter(isApproved);
}

function isApproved(entry: [string, unknown]): entry is [string, ApprovedLaunch] {
  const [, launch] = entry;
  return (
    isJsonObject(launch) &&
    typeof launch.hash === 'string' &&
    isJsonObject(launch.facts) &&
    Object.values(launch.facts).every(fact => typeof fact === 'string')
  );
}
