import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { isJsonObject, type JsonValue } from '../../converser/json/json.ts';
import type { ApprovalMemory } from '../../converser/permission/approvals.ts';
import { stateFolder } from './state-folder.ts';

/** What was approved "for this workspace", kept in your own folder and never in the workspace. */
export async function openApprovalFile(
  roots: readonly string[],
  file = path.join(stateFolder(), 'approvals.json'),
): Promise<ApprovalMemory> {
  const workspace = JSON.stringify([...roots].sort());
  const approved = new Set((await readAll(file))[workspace]);
  return {
    has: approval => approved.has(approval),
    async add(approval) {
      approved.add(approval);
      const all = await readAll(file);
      const mine = [...new Set([...(all[workspace] ?? []), approval])];
      await writeWhole(file, `${JSON.stringify({ ...all, [workspace]: mine }, undefined, 2)}\n`);
    },
  };
}

/** A missing or unreadable file approves nothing. */
async function readAll(file: string): Promise<Readonly<Record<string, readonly string[]>>> {
  try {
    const value = JSON.parse(await readFile(file, 'utf8')) as JsonValue;
    if (!isJsonObject(value)) return {};
    return Object.fromEntries(
      Object.entries(value).map(([key, list]) => [key, Array.isArray(list) ? list.filter(isString) : []]),
    );
  } catch {
    return {};
  }
}

function isString(value: unknown): value is string {
  return typeof value === 'string';
}

/** Writes a file in one step, readable only by you. */
export async function writeWhole(file: string, text: string): Promise<void> {
  await mkdir(path.dirname(file), { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}`;
  await writeFile(draft, text, { mode: 0o600 });
  await rename(draft, file);
}
