import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { isJsonObject, parseJson } from '../../converser/ground/json/json.ts';
import { readRegularFile } from '../../files/read-regular-file.ts';
import { createConversationStore } from '../conversation-store.ts';
import { namesIn } from '../records.ts';
import { writeConversationFile } from './conversation-file.ts';

export interface OtherConversation {
  /** Where its workspace keeps conversations. */
  readonly folder: string;
  readonly id: string;
  readonly title: string;
  /** The end of its last turn. */
  readonly time: Date;
  /** The name of the workspace's folder, for people. */
  readonly workspace: string;
}

interface Places {
  /** Absolute: where this workspace keeps conversations. */
  readonly own: string;
  /** Absolute: VS Code's `workspaceStorage`, in which others keep them in `HASH/EXTENSION/conversations`. */
  readonly storages: string;
  readonly signal: AbortSignal;
}

const mostFound = 200;

/** What you said to Converser in other folders, the newest first. */
export async function conversationsElsewhere({
  own,
  storages,
  signal,
}: Places): Promise<readonly OtherConversation[]> {
  const [extension = '', kept = ''] = own.split(/[/\\]/).slice(-2);
  const found: OtherConversation[] = [];
  for (const storage of await namesIn(storages)) {
    if (signal.aborted) break;
    const folder = join(storages, storage, extension, kept);
    if (folder === own || (await namesIn(folder).catch(() => [])).length === 0) continue;
    const workspace = await workspaceOf(join(storages, storage, 'workspace.json'));
    for (const { id, title, timestamp, origin } of await createConversationStore(folder).list())
      if (origin === undefined) found.push({ folder, id, title, time: new Date(timestamp), workspace });
  }
  return found.sort((one, other) => other.time.getTime() - one.time.getTime()).slice(0, mostFound);
}

/** As its export would read. */
export async function readElsewhere({ folder, id }: OtherConversation): Promise<Uint8Array> {
  const records = await createConversationStore(folder).records(id);
  return new TextEncoder().encode(writeConversationFile(records));
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
