import { homedir } from 'node:os';
import path from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/ground/json/json.ts';
import { readText } from '../../files/read-regular-file.ts';
import { replaceFile } from '../../files/replace-file.ts';

export function stateFolder(): string {
  const state =
    process.env.XDG_STATE_HOME ||
    (process.platform === 'win32' && process.env.LOCALAPPDATA) ||
    path.join(homedir(), '.local', 'state');
  return path.join(state, 'converser');
}

/** You may have put a link there, as to your repository of dot-files. */
export function readOwn(file: string): Promise<string> {
  return readText(file, { followsLinks: true });
}

/** Holds what runs Converser: see the workbench’s `cacheFolder`. Only Linux has a sandbox, which asks for it. */
export function cacheFolder(): string {
  return path.join(process.env.XDG_CACHE_HOME || path.join(homedir(), '.cache'), 'converser');
}

export async function readState(file: string): Promise<JsonObject> {
  try {
    const value = JSON.parse(await readOwn(file)) as JsonValue;
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Writes in one step, readable only by you. Leaves out what is undefined. */
export async function writeState(file: string, all: object): Promise<void> {
  await replaceFile(file, `${JSON.stringify(all, undefined, 2)}\n`, { mode: 0o600 });
}
