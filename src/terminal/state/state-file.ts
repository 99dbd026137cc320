import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { isJsonObject, type JsonObject, type JsonValue } from '../../converser/json/json.ts';

/** Your own folder for what Converser remembers from run to run. */
export function stateFolder(): string {
  const state =
    process.env.XDG_STATE_HOME ||
    (process.platform === 'win32' && process.env.LOCALAPPDATA) ||
    path.join(homedir(), '.local', 'state');
  return path.join(state, 'converser');
}

/** What a file holds; nothing if it is missing or damaged. */
export async function readState(file: string): Promise<JsonObject> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8')) as JsonValue;
    return isJsonObject(value) ? value : {};
  } catch {
    return {};
  }
}

/** Writes a file in one step, readable only by you. What is undefined is left out. */
export async function writeState(file: string, all: object): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, `${JSON.stringify(all, undefined, 2)}\n`, { mode: 0o600 });
  await rename(draft, file);
}
