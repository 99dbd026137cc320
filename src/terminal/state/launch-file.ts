import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { isJsonObject, type JsonValue } from '../../converser/json/json.ts';
import type { ApprovedLaunch, LaunchMemory } from '../../ensembles/mcp/approval/launch-approval.ts';
import { writeWhole } from './approval-file.ts';
import { stateFolder } from './state-folder.ts';

/** The approved launches of MCP servers, kept in your own folder and never in a workspace. */
export async function openLaunchFile(
  file = path.join(stateFolder(), 'launches.json'),
): Promise<LaunchMemory> {
  const approved = new Map(Object.entries(await readAll(file)));
  return {
    read: server => approved.get(server),
    async write(server, launch) {
      if (launch === undefined) approved.delete(server);
      else approved.set(server, launch);
      // Another process may have written meanwhile. What is undefined is left out of JSON.
      const all = { ...(await readAll(file)), [server]: launch };
      await writeWhole(file, `${JSON.stringify(all, undefined, 2)}\n`);
    },
  };
}

/** A missing or unreadable file approves nothing. */
async function readAll(file: string): Promise<Readonly<Record<string, ApprovedLaunch>>> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8')) as JsonValue;
    if (!isJsonObject(value)) return {};
    return Object.fromEntries(Object.entries(value as Record<string, unknown>).filter(isApproved));
  } catch {
    return {};
  }
}

function isApproved(entry: readonly [string, unknown]): entry is [string, ApprovedLaunch] {
  const [, launch] = entry;
  return (
    isJsonObject(launch) &&
    typeof launch.hash === 'string' &&
    isJsonObject(launch.facts) &&
    Object.values(launch.facts).every(fact => typeof fact === 'string')
  );
}
