import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { replaceFile } from '../files/replace-file.ts';
import type { ConversationTitle } from './conversation-title.ts';
import type { Origin } from './origin.ts';
import { readRecords, recordLine } from './records.ts';

export interface StoredConversation extends ConversationTitle {
  readonly id: string;
  /** The end of its last turn; ISO 8601, UTC. */
  readonly timestamp: string;
  readonly origin?: Origin;
  /** The reference of the model that was asked last. */
  readonly model?: string;
  /** Its last turn has failed. */
  readonly failed?: true;
  /** Absent: where its day is. */
  readonly shelf?: Exclude<Shelf, 'day'>;
}

/** Where you want to see a conversation in the list. */
export type Shelf = 'pinned' | 'archived' | 'day';

/** What a list shows of a conversation: nothing where nobody asked anything. `of` stands for its file as it was read. */
interface Entry {
  readonly of: string;
  readonly shows?: StoredConversation | undefined;
}

interface Listing {
  readonly ids: readonly string[];
  readonly fileOf: (id: string) => string;
  readonly describe: (id: string) => Promise<StoredConversation | undefined>;
  readonly skipped: (id: string, cause: unknown) => void;
}

/** Reads only what changed since any process wrote the index. Where that is lost or damaged, all is read again. */
export async function listIndexed(
  folder: string,
  { ids, fileOf, describe, skipped }: Listing,
): Promise<readonly StoredConversation[]> {
  const index = join(folder, 'index-2.json');
  const before = await readIndex(index);
  const now = new Map<string, Entry>();
  const stamps = await Promise.all(ids.map(id => stampOf(fileOf(id))));
  for (const [at, id] of ids.entries()) {
    const of = stamps[at] ?? '';
    const known = before.get(id);
    // An unreadable file doesn't hide the others.
    const entry =
      known?.of === of
        ? known
        : await describe(id).then(
            shows => ({ of, shows }),
            cause => skipped(id, cause),
          );
    if (entry !== undefined) now.set(id, entry);
  }
  const isSame = now.size === before.size && [...now].every(([id, entry]) => before.get(id) === entry);
  // Whoever lists next reads again what couldn't be written.
  if (!isSame)
    await replaceFile(index, recordLine(JSON.stringify([...now])), { mode: 0o600 }).catch(() => {});
  return [...now.values()].flatMap(({ shows }) => shows ?? []);
}

/** Its checksum says that it is whole, and its name that this version of the program can read it. */
async function readIndex(file: string): Promise<ReadonlyMap<string, Entry>> {
  const [record] = await readRecords(file).catch(() => []);
  return new Map(record === undefined ? [] : (JSON.parse(record) as readonly [string, Entry][]));
}

async function stampOf(file: string): Promise<string | undefined> {
  const stats = await stat(file).catch(() => undefined);
  return stats && `${stats.size} ${stats.mtimeMs}`;
}
