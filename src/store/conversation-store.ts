import { defined } from '../converser/ground/json/defined.ts';
import type { Canister } from '../converser/words/canister/canister.ts';
import { toJson } from '../converser/words/canister/canister-json.ts';
import { isPrivate } from '../converser/words/conversation/private.ts';
import { describeRecords, listIndexed, type Shelf, type StoredConversation } from './conversation-index.ts';
import { type Imported, isImport } from './imported.ts';
import type { Pin } from './pins.ts';
import { createRecordFiles, createRecordMemory } from './record-places.ts';
import { recordingFile } from './recording-file.ts';
import { readBytes } from './records.ts';
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
  const files = createRecordFiles(folder);
  const memory = createRecordMemory();
  const placeOf = (id: string) => (isPrivate(id) ? memory : files);

  async function add(id: string, records: readonly string[]): Promise<void> {
    if (records.length === 0) return;
    placeOf(id).write(id, records);
    await placeOf(id).settle(id);
  }

  const bytesOfOthers = (id: string) => placeOf(id).bytesOfOthers(id);
  const recordsIn = async (id: string) => (await placeOf(id).read(id)).records;

  const skippedOnce = (id: string, cause: unknown) => {
    if (!said.has(id)) skipped(id, cause);
    said.add(id);
  };

  async function privateOnes(): Promise<readonly StoredConversation[]> {
    const ids = await memory.ids();
    const described = await Promise.all(ids.map(async id => describeRecords(id, await recordsIn(id))));
    return described.filter(each => each !== undefined);
  }

  let restoring = Promise.resolve();

  return {
    async append(id, turn, { isUnsettled, known, ...details } = {}) {
      const place = placeOf(id);
      const isShared = () =>
        known !== undefined && details.from === undefined && bytesOfOthers(id) !== known.others;
      const before = isShared();
      const records = recordsOf(turn, before ? defined({ ...details, from: known?.last }) : details);
      if (records.length === 0) return;
      place.write(id, records);
      // Another process may have written right before.
      if (turn.length > 0 && !before && isShared())
        place.write(id, recordsOf(turn, { from: known?.last ?? null }));
      if (!isUnsettled) await place.settle(id);
    },
    settle: id => placeOf(id).settle(id),
    bytesOfOthers,
    rollBack: (id, firstCanister) => add(id, [toJson({ rolledBack: firstCanister })]),
    goTo: (id, goTo) => add(id, [toJson({ goTo })]),
    setUndone: (id, undo) => add(id, [toJson({ undo })]),
    setTakenBack: (id, takenBack) => add(id, [toJson({ takenBack })]),
    setPinned: (id, pin) => add(id, [toJson({ pin })]),
    load: async id => grownIn(await recordsIn(id)).canisters,
    async read(id) {
      const { records, damaged } = await placeOf(id).read(id);
      return { ...contentOf(records), ...(damaged > 0 && { damaged }) };
    },
    records: async id => (await recordsIn(id)).filter(record => !isImport(record)),
    take: (id, records, imported) => add(id, [...records, toJson({ imported })]),
    async list() {
      // You may have just brought one back.
      await restoring.catch(() => {});
      const stored = await listIndexed(folder, {
        ids: await files.ids(),
        fileOf: files.fileOf,
        skipped: skippedOnce,
      });
      return [...stored, ...(await privateOnes())].toSorted((a, b) =>
        a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0,
      );
    },
    rename: (id, title) => add(id, [toJson({ title })]),
    setShelf: (id, shelf) => add(id, [toJson({ shelf })]),
    recording: async id => (await readBytes(recordingFile(folder, id)))?.toString('utf8'),
    async remove(id) {
      const restore = await placeOf(id).remove(id);
      return () => {
        restoring = restore();
        return restoring;
      };
    },
  };
}
