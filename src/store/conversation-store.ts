import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defined } from '../converser/ground/json/defined.ts';
import type { Canister } from '../converser/words/canister/canister.ts';
import { toJson } from '../converser/words/canister/canister-json.ts';
import { createContents } from './contents.ts';
import {
  describeConversation,
  listIndexed,
  type Shelf,
  type StoredConversation,
} from './conversation-index.ts';
import { type Imported, isImport } from './imported.ts';
import type { Pin } from './pins.ts';
import { recordingFile } from './recording-file.ts';
import { namesIn, readBytes, readRecords, settleFile, sizeOf, writeRecords } from './records.ts';
import { contentOf, grownIn, recordsOf, type StoredContent, type TurnDetails } from './stored-content.ts';
import type { TakenBack } from './taken-back.ts';
import type { UndoneTurn } from './undone-turns.ts';

/** Invariant: what was joined is one line with its checksum, so a part is there whole or not at all. */
export interface ConversationStore {
  /** Without canisters, only the details are kept. */
  append(conversationId: string, joined: readonly Canister[], details?: TurnDetails): Promise<void>;
  /** Resolves once the disk has all that was added. */
  settle(conversationId: string): Promise<void>;
  /** How much of it this store hasn't written. It changes when another window or process writes. */
  bytesOfOthers(conversationId: string): number;
  rollBack(conversationId: string, firstCanister: string): Promise<void>;
  /** The conversation goes on after this canister, of whichever version. */
  goTo(conversationId: string, canister: string): Promise<void>;
  setUndone(conversationId: string, turn: UndoneTurn): Promise<void>;
  setTakenBack(conversationId: string, compaction: TakenBack): Promise<void>;
  setPinned(conversationId: string, pin: Pin): Promise<void>;
  /** Empty for a conversation that was never stored. */
  load(conversationId: string): Promise<readonly Canister[]>;
  read(conversationId: string): Promise<StoredContent>;
  /** The JSON of all that was stored, as it was written; `contentOf` reads it. */
  records(conversationId: string): Promise<readonly string[]>;
  /** Stores what comes from elsewhere under an id that no conversation has, in one step. */
  take(conversationId: string, records: readonly string[], imported: Imported): Promise<void>;
  /** The newest first. */
  list(): Promise<readonly StoredConversation[]>;
  rename(conversationId: string, title: string): Promise<void>;
  setShelf(conversationId: string, shelf: Shelf): Promise<void>;
  /** What was recorded of it. Resolves to `undefined` if nothing was. */
  recording(conversationId: string): Promise<string | undefined>;
  /** Deletes it for good; only the resolved function can bring it back. */
  remove(conversationId: string): Promise<() => Promise<void>>;
}

/** `skipped` hears once of each conversation that lists leave out, because it can't be read. */
export function createConversationStore(
  folder: string,
  skipped: (id: string, cause: unknown) => void = () => {},
): ConversationStore {
  const said = new Set<string>();
  const written = new Map<string, number>();
  const fileOf = (id: string) => {
    if (!isId(id)) throw new Error(`${JSON.stringify(id)} is not the id of a conversation.`);
    return join(folder, `${id}.jsonl`);
  };

  const contents = createContents(join(folder, 'contents'));

  async function add(file: string, records: readonly string[]): Promise<void> {
    if (records.length === 0) return;
    write(file, records);
    await settle(file);
  }

  function write(file: string, records: readonly string[]): void {
    if (records.length === 0) return;
    written.set(file, (written.get(file) ?? 0) + writeRecords(file, records.map(contents.putOut)));
  }

  /** What a record names is on the disk before it. */
  async function settle(file: string): Promise<void> {
    await contents.settle();
    await settleFile(file);
  }

  async function recordsIn(file: string): Promise<readonly string[]> {
    const records = await readRecords(file);
    return (await Promise.all(records.map(contents.bringIn))).flat();
  }

  async function* allFiles(): AsyncIterable<Buffer> {
    for (const id of await allIds()) yield (await readBytes(fileOf(id))) ?? Buffer.alloc(0);
  }

  async function allIds(): Promise<readonly string[]> {
    const files = (await namesIn(folder)).filter(name => name.endsWith('.jsonl'));
    return files.map(name => name.slice(0, -'.jsonl'.length)).filter(isId);
  }

  const bytesOfOthers = (file: string) => sizeOf(file) - (written.get(file) ?? 0);

  const skippedOnce = (id: string, cause: unknown) => {
    if (!said.has(id)) skipped(id, cause);
    said.add(id);
  };

  let restoring = Promise.resolve();

  return {
    async append(id, turn, { isUnsettled, known, ...details } = {}) {
      const file = fileOf(id);
      const isShared = () =>
        known !== undefined && details.from === undefined && bytesOfOthers(file) !== known.others;
      const before = isShared();
      const records = recordsOf(turn, before ? defined({ ...details, from: known?.last }) : details);
      write(file, records);
      // Another process may have written right before.
      if (turn.length > 0 && !before && isShared())
        write(file, recordsOf(turn, { from: known?.last ?? null }));
      if (!isUnsettled && records.length > 0) await settle(file);
    },
    settle: async id => settle(fileOf(id)),
    bytesOfOthers: id => bytesOfOthers(fileOf(id)),
    rollBack: (id, firstCanister) => add(fileOf(id), [toJson({ rolledBack: firstCanister })]),
    goTo: (id, goTo) => add(fileOf(id), [toJson({ goTo })]),
    setUndone: (id, undo) => add(fileOf(id), [toJson({ undo })]),
    setTakenBack: (id, takenBack) => add(fileOf(id), [toJson({ takenBack })]),
    setPinned: (id, pin) => add(fileOf(id), [toJson({ pin })]),
    load: async id => grownIn(await recordsIn(fileOf(id))).canisters,
    read: async id => contentOf(await recordsIn(fileOf(id))),
    records: async id => (await recordsIn(fileOf(id))).filter(record => !isImport(record)),
    take: (id, records, imported) => add(fileOf(id), [...records, toJson({ imported })]),
    async list() {
      // You may have just brought one back.
      await restoring.catch(() => {});
      const stored = await listIndexed(folder, {
        ids: await allIds(),
        fileOf,
        describe: id => describeConversation(id, fileOf(id)),
        skipped: skippedOnce,
      });
      return stored.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0));
    },
    rename: (id, title) => add(fileOf(id), [toJson({ title })]),
    setShelf: (id, shelf) => add(fileOf(id), [toJson({ shelf })]),
    recording: async id => (await readBytes(recordingFile(folder, id)))?.toString('utf8'),
    async remove(id) {
      const files = await Promise.all([fileOf(id), recordingFile(folder, id)].map(removeFile));
      contents.keepForNow(files[0]?.removed?.toString('latin1') ?? '');
      await contents.collect(allFiles).catch(() => {});
      return () => {
        restoring = Promise.all(files.map(file => file.restore())).then(() => {});
        return restoring;
      };
    },
  };
}

async function removeFile(file: string) {
  const removed = await readBytes(file);
  await rm(file, { force: true });
  return {
    removed,
    async restore() {
      if (removed === undefined) return;
      // A program may have gone on with it since.
      const since = (await readBytes(file)) ?? Buffer.alloc(0);
      await writeFile(file, Buffer.concat([removed, since]), { mode: 0o600 });
    },
  };
}

function isId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id);
}
