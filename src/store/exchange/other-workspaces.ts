import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject, parseJson } from '../../converser/ground/json/json.ts';
import { readRegularFile } from '../../files/read-regular-file.ts';
import { createConversationStore } from '../conversation-store.ts';
import type { Importable } from '../imported.ts';
import { namesIn } from '../records.ts';
import { writeConversationFile } from './conversation-file.ts';

interface Places {
  /** Absolute: where this workspace keeps conversations. */
  readonly own: string;
  /** Absolute: VS Code's `workspaceStorage`, in which others keep them in `HASH/EXTENSION/conversations`. */
  readonly storages: string;
  /** Absolute: where windows without a folder keep them. */
  readonly withoutFolder: string;
  readonly signal: AbortSignal;
}

const mostFound = 200;

/** What you said to Converser in other folders, the newest first. */
export async function conversationsElsewhere({
  own,
  storages,
  withoutFolder,
  signal,
}: Places): Promise<readonly Importable[]> {
  const [extension = '', kept = ''] = own.split(/[/\\]/).slice(-2);
  const found: Importable[] = [];
  const names = (await namesIn(storages)).map(name => join(storages, name));
  const others = names.map(storage => [join(storage, extension, kept), storage] as const);
  for (const [folder, storage] of [...others, [withoutFolder] as const]) {
    if (signal.aborted) break;
    if (folder === own || (await namesIn(folder).catch(() => [])).length === 0) continue;
    const workspace = storage ? await workspaceOf(join(storage, 'workspace.json')) : 'no folder';
    const store = createConversationStore(folder);
    for (const { id, title, timestamp, origin } of await store.list()) {
      // As its export would read.
      const read = async () => new TextEncoder().encode(writeConversationFile(await store.records(id)));
      if (origin === undefined) found.push({ title, time: new Date(timestamp), workspace, read });
    }
  }
  return found.sort((one, other) => other.time.getTime() - one.time.getTime()).slice(0, mostFound);
}

/** VS Code says there which folder, or which file of folders, is meant: {"folder": "file:///…"}. */
async function workspaceOf(file: string): Promise<string> {
  const said = parseJson((await readRegularFile(file, 65_536))?.toString('utf8') ?? '');
  const address = isJsonObject(said) ? (said.folder ?? said.workspace) : undefined;
  const path = typeof address === 'string' ? pathOf(address) : '';
  return path.split(/[/\\]/).findLast(Boolean) ?? 'another folder';
}

function pathOf(address: string): string {
  try {
    return address.startsWith('file:')
      ? fileURLToPath(address)
      : decodeURIComponent(new URL(address).pathname);
  } catch {
    return '';
  }
}
