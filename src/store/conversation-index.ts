import { stat } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { defined } from '../converser/ground/json/defined.ts';
import { isJsonObject, type JsonValue, parseJson } from '../converser/ground/json/json.ts';
import { replaceFile } from '../files/replace-file.ts';
import type { StoredConversation } from './conversation-store.ts';
import { parseOrigin } from './origin.ts';
import { readRecords, recordLine } from './records.ts';

/** What a list shows of a conversation. It has no title where nobody asked anything. */
type Shown = Partial<Omit<StoredConversation, 'id'>>;

/** `of` stands for the file as it was read. */
type Entry = Shown & { readonly of: string };

export interface Listing {
  readonly ids: readonly string[];
  readonly fileOf: (id: string) => string;
  readonly describe: (id: string) => Promise<Shown>;
}

/** Reads only what changed since any process wrote the index. Where that is lost or damaged, all is read again. */
export async function listIndexed(
  folder: string,
  { ids, fileOf, describe }: Listing,
): Promise<readonly StoredConversation[]> {
  const index = join(folder, 'index.json');
  const before = await readIndex(index);
  const now = new Map<string, Entry>();
  const stamps = await Promise.all(ids.map(id => stampOf(fileOf(id))));
  for (const [at, id] of ids.entries()) {
    const known = before.get(id);
    const of = stamps[at] ?? '';
    const shown = known?.of === of ? known : await describe(id).catch(() => undefined);
    // An unreadable file doesn't hide the others.
    if (shown !== undefined) now.set(id, { ...shown, of });
  }
  const isSame = now.size === before.size && [...now].every(([id, { of }]) => before.get(id)?.of === of);
  if (!isSame)
    await replaceFile(index, recordLine(JSON.stringify(Object.fromEntries(now))), { mode: 0o600 }).catch(
      () => {},
    );
  return [...now].flatMap(([id, { of: _, title, timestamp, ...more }]) =>
    title === undefined || timestamp === undefined ? [] : { id, title, timestamp, ...more },
  );
}

async function readIndex(file: string): Promise<ReadonlyMap<string, Entry>> {
  const [record = ''] = await readRecords(file).catch(() => []);
  const read = parseJson(record);
  return new Map(
    isJsonObject(read) ? Object.entries(read).flatMap(([id, value]) => parseEntry(id, value)) : [],
  );
}

function parseEntry(id: string, value: JsonValue | undefined): readonly (readonly [string, Entry])[] {
  const { of, title, timestamp, invoked, origin } = isJsonObject(value) ? value : {};
  if (typeof of !== 'string') return [];
  if (typeof title !== 'string' || typeof timestamp !== 'string') return [[id, { of }]];
  const more = { invoked: invoked === true ? invoked : undefined, origin: parseOrigin(origin) };
  return [[id, defined({ of, title, timestamp, ...more })]];
}

async function stampOf(file: string): Promise<string | undefined> {
  const stats = await statOf(file).catch(() => undefined);
  return stats && `${stats.size} ${stats.mtimeMs}`;
}

const statOf = promisify(stat);
