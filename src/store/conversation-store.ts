import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defined } from '../converser/ground/json/defined.ts';
import { type Canister, endOf } from '../converser/words/canister/canister.ts';
import { toJson } from '../converser/words/canister/canister-json.ts';
import { isInterruption } from '../converser/words/canister/interruption.ts';
import type { Thought } from '../converser/words/conversation/thought.ts';
import {
  addSpending,
  noSpending,
  type Spending,
  type TurnSpending,
} from '../converser/words/spending/spending.ts';
import { createContents } from './contents.ts';
import { listIndexed, type Shelf, type StoredConversation } from './conversation-index.ts';
import { titleOf } from './conversation-title.ts';
import { type Imported, isImport, ownOnes } from './imported.ts';
import type { Origin } from './origin.ts';
import { type Pin, withPins } from './pins.ts';
import { recordingFile } from './recording-file.ts';
import {
  namesIn,
  readBytes,
  readLine,
  readLines,
  readRecords,
  saidIn,
  settleFile,
  sizeOf,
  writeRecords,
} from './records.ts';
import { type TakenBack, withTakenBack } from './taken-back.ts';
import { type UndoneTurn, withUndone } from './undone-turns.ts';
import { type Grown, grow, partIn } from './versions.ts';

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

export interface TurnDetails {
  readonly spending?: TurnSpending;
  /** The last canister of the turn that cost this. Default: the last of those added. */
  readonly of?: string;
  /** The reference of the model that the turn asked. Kept with what it cost. */
  readonly model?: string;
  readonly origin?: Origin;
  readonly thoughts?: readonly Thought[];
  /** The canister after which this joins, if that isn't the last one; `null` is the beginning. */
  readonly from?: string | null;
  /** What is known of it. Where others have written since, this joins after the last canister that is known: as a version. */
  readonly known?: { readonly others: number; readonly last: string | null };
  /** Doesn't wait for the disk, because `settle` will: only a crash of the machine can come between. */
  readonly isUnsettled?: boolean;
}

/** Damaged details are left out. */
export interface StoredContent {
  readonly canisters: readonly Canister[];
  readonly spending: StoredSpending;
  readonly thoughts: readonly Thought[];
  readonly versions: Grown['versions'];
  readonly ahead?: Grown['ahead'];
  /** References, by the id of the turn's last canister. Turns of older versions of Converser have none. */
  readonly models: Readonly<Record<string, string>>;
  readonly origin?: Origin;
}

export interface StoredSpending {
  /** Includes turns that were rolled back. */
  readonly total: Spending;
  /** By the id of the turn's last canister. */
  readonly turns: Readonly<Record<string, TurnSpending>>;
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
        describe: id => describe(id, fileOf(id)),
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

export function contentOf(records: readonly string[]): StoredContent {
  const { canisters, versions, ahead } = grownIn(records);
  return defined({
    canisters,
    versions,
    ahead,
    spending: sumSpendings(records.flatMap(readSpending)),
    models: modelsIn(records.flatMap(readSpending)),
    thoughts: thoughtsIn(records, canisters),
    origin: originIn(records),
  });
}

export function titleIn(records: readonly string[]): string | undefined {
  return records.map(record => saidIn<string>(record, 'title')).findLast(title => title !== undefined);
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

/** The cost comes first: if a crash loses the turn, it was paid all the same. */
export function recordsOf(
  turn: readonly Canister[],
  { spending, origin, thoughts = [], of = turn.at(-1)?.id, model, from }: TurnDetails,
): readonly string[] {
  const paid = spending === undefined ? [] : [toJson(defined({ spending, of, model }))];
  if (turn.length === 0) return paid;
  return [
    ...paid,
    ...(origin === undefined ? [] : [toJson({ origin })]),
    ...(thoughts.length === 0 ? [] : [toJson({ thoughts })]),
    toJson(from === undefined ? turn : { from, joined: turn }),
  ];
}

function grownIn(records: readonly string[]): Grown {
  const { canisters, ...others } = grow(records);
  const said = <T>(key: string) => records.flatMap(record => saidIn<T>(record, key) ?? []);
  const marked = withUndone(withPins(withTakenBack(canisters, said('takenBack')), said('pin')), said('undo'));
  return { ...others, canisters: marked };
}

function originIn(lines: readonly string[]): Origin | undefined {
  return ownOnes(lines)
    .map(line => saidIn<Origin>(line, 'origin'))
    .findLast(origin => origin !== undefined);
}

interface SpendingLine {
  readonly spending: TurnSpending;
  readonly of?: string;
  readonly model?: string;
}

function readSpending(line: string): readonly SpendingLine[] {
  return line.startsWith('{"spending":') ? [JSON.parse(line) as SpendingLine] : [];
}

function sumSpendings(lines: readonly SpendingLine[]): StoredSpending {
  const turns = lines.flatMap(({ of, spending }) => (of === undefined ? [] : [[of, spending] as const]));
  return {
    total: lines.reduce<Spending>((sum, { spending }) => addSpending(sum, spending), noSpending),
    turns: Object.fromEntries(turns),
  };
}

function modelsIn(lines: readonly SpendingLine[]): Readonly<Record<string, string>> {
  return Object.fromEntries(
    lines.flatMap(({ of, model }) => (of === undefined || model === undefined ? [] : [[of, model]])),
  );
}

async function describe(id: string, file: string): Promise<StoredConversation | undefined> {
  const lines = tellingIn(await readLines(file));
  const { canisters } = grownIn(lines);
  const last = canisters.at(-1);
  if (last === undefined || !canisters.some(({ role }) => role === 'user')) return undefined;
  const { timestamp } = last;
  const lastSaid = <T>(key: string) =>
    lines.map(line => saidIn<T>(line, key)).findLast(said => said !== undefined);
  const named = titleIn(lines);
  const title = named === undefined ? titleOf(canisters) : { ...titleOf(canisters), title: named };
  const end = endOf(canisters);
  const shelf = lastSaid<Shelf>('shelf');
  return defined({
    id,
    ...title,
    timestamp,
    origin: originIn(lines),
    model: lines.flatMap(readSpending).findLast(({ model }) => model !== undefined)?.model,
    failed: (end && isInterruption(end) && end.interrupted.kind === 'failed') || undefined,
    shelf: shelf === 'day' ? undefined : shelf,
  });
}

/** Of what a list shows, most lines say nothing, so they are not even checked. */
function tellingIn(lines: readonly string[]): readonly string[] {
  const begin = (...beginnings: readonly string[]) => {
    const wanted = (line: string) => beginnings.some(each => line.startsWith(each, line.indexOf('\t') + 1));
    return lines.filter(wanted);
  };
  // What stands before it may not count.
  if (begin('{"rolledBack":', '{"from":', '{"goTo":').length > 0) return lines.flatMap(readLine);
  const parts = begin('[');
  const holds = (line: string, role = '') =>
    readLine(line).some(part => partIn(part).some(each => each.role.includes(role)));
  const first = parts.find(line => holds(line, 'user')) ?? '';
  const last = parts.findLast(line => holds(line)) ?? '';
  const spent = begin('{"spending":').findLast(line => line.includes(',"model":')) ?? '';
  return [...begin('{"title":', '{"origin":', '{"imported":', '{"shelf":'), spent, first, last].flatMap(
    readLine,
  );
}

function isId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id);
}

/** On lines of their own, thoughts never reach a model. */
function thoughtsIn(lines: readonly string[], canisters: readonly Canister[]): readonly Thought[] {
  const thoughts = lines.flatMap(line => saidIn<readonly Thought[]>(line, 'thoughts') ?? []);
  if (thoughts.length === 0) return [];
  const found = new Map(thoughts.map(thought => [thought.before, thought]));
  return canisters.flatMap(({ id }) => found.get(id) ?? []);
}
