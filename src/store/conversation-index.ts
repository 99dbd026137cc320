import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import { defined } from '../converser/ground/json/defined.ts';
import { endOf } from '../converser/words/canister/canister.ts';
import { isInterruption } from '../converser/words/canister/interruption.ts';
import { replaceFile } from '../files/replace-file.ts';
import { titleOf } from './conversation-title.ts';
import type { Origin } from './origin.ts';
import { readRecords, recordLine, saidIn } from './records.ts';
import { grownIn, originIn, readSpending } from './stored-content.ts';

export interface StoredConversation {
  readonly id: string;
  readonly title: string;
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
  readonly skipped: (id: string, cause: unknown) => void;
}

/** Reads only what changed since any process wrote the index. Where that is lost or damaged, all is read again. */
export async function listIndexed(
  folder: string,
  { ids, fileOf, skipped }: Listing,
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
        : await readRecords(fileOf(id))
            .then(records => ({ of, shows: describeRecords(id, records) }))
            .catch(cause => skipped(id, cause));
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

export function titleIn(records: readonly string[]): string | undefined {
  return records.map(record => saidIn<string>(record, 'title')).findLast(title => title !== undefined);
}

export function describeRecords(id: string, lines: readonly string[]): StoredConversation | undefined {
  const { canisters } = grownIn(lines);
  const last = canisters.at(-1);
  if (last === undefined || !canisters.some(({ role }) => role === 'user')) return undefined;
  const { timestamp } = last;
  const lastSaid = <T>(key: string) =>
    lines.map(line => saidIn<T>(line, key)).findLast(said => said !== undefined);
  const end = endOf(canisters);
  const shelf = lastSaid<Shelf>('shelf');
  return defined({
    id,
    title: titleIn(lines) ?? titleOf(canisters),
    timestamp,
    origin: originIn(lines),
    model: lines.flatMap(readSpending).findLast(({ model }) => model !== undefined)?.model,
    failed: (end && isInterruption(end) && end.interrupted.kind === 'failed') || undefined,
    shelf: shelf === 'day' ? undefined : shelf,
  });
}
