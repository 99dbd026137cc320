import { rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { defined } from '../converser/ground/json/defined.ts';
import { isJsonObject, parseJson } from '../converser/ground/json/json.ts';
import type { Canister } from '../converser/words/canister/canister.ts';
import { toJson } from '../converser/words/canister/canister-json.ts';
import type { Thought } from '../converser/words/conversation/thought.ts';
import {
  addSpending,
  noSpending,
  parseTurnSpending,
  type Spending,
  type TurnSpending,
} from '../converser/words/spending/spending.ts';
import { listIndexed } from './conversation-index.ts';
import { type ConversationTitle, titleOf } from './conversation-title.ts';
import { type Origin, readOrigin } from './origin.ts';
import { type Pin, pinLine, readPin, withPins } from './pins.ts';
import { type Appender, createAppender, namesIn, readBytes, readRecords, saidIn } from './records.ts';
import { readTakenBack, type TakenBack, takenBackLine, withTakenBack } from './taken-back.ts';
import { readPart, readTelling } from './telling-records.ts';
import { thoughtsIn, thoughtsLine } from './thoughts.ts';
import { readUndone, type UndoneTurn, undoneLine, withUndone } from './undone-turns.ts';

/** Invariant: what was joined is one line with its checksum, so a part is there whole or not at all. */
export interface ConversationStore {
  /** Without canisters, only the details are kept. */
  append(conversationId: string, joined: readonly Canister[], details?: TurnDetails): Promise<void>;
  /** Resolves once the disk has all that was added. The end of a turn closes the file. */
  settle(conversationId: string, isEnd: boolean): Promise<void>;
  rollBack(conversationId: string, firstCanister: string): Promise<void>;
  setUndone(conversationId: string, turn: UndoneTurn): Promise<void>;
  setTakenBack(conversationId: string, compaction: TakenBack): Promise<void>;
  setPinned(conversationId: string, pin: Pin): Promise<void>;
  /** Empty for a conversation that was never stored. */
  load(conversationId: string): Promise<readonly Canister[]>;
  read(conversationId: string): Promise<StoredContent>;
  /** The newest first. */
  list(): Promise<readonly StoredConversation[]>;
  rename(conversationId: string, title: string): Promise<void>;
  /** Deletes it for good; only the resolved function can bring it back. */
  remove(conversationId: string): Promise<() => Promise<void>>;
}

export interface TurnDetails {
  readonly spending?: TurnSpending;
  /** The last canister of the turn that cost this. Default: the last of those added. */
  readonly of?: string;
  readonly origin?: Origin;
  readonly thoughts?: readonly Thought[];
  /** Until it is settled, only a crash of the machine can take it away. */
  readonly isUnsettled?: boolean;
}

/** Damaged details are left out. */
export interface StoredContent {
  readonly canisters: readonly Canister[];
  readonly spending: StoredSpending;
  readonly thoughts: readonly Thought[];
  readonly origin?: Origin;
}

export interface StoredSpending {
  /** Includes turns that were rolled back. */
  readonly total: Spending;
  /** By the id of the turn's last canister. */
  readonly turns: Readonly<Record<string, TurnSpending>>;
}

export interface StoredConversation extends ConversationTitle {
  readonly id: string;
  /** The end of its last turn; ISO 8601, UTC. */
  readonly timestamp: string;
  readonly origin?: Origin;
}

export function createConversationStore(folder: string): ConversationStore {
  const fileOf = (id: string) => {
    if (!isId(id)) throw new Error(`${JSON.stringify(id)} is not the id of a conversation.`);
    return join(folder, `${id}.jsonl`);
  };

  const appenders = new Map<string, Appender>();

  async function write(id: string, records: readonly string[]): Promise<void> {
    if (records.length === 0) return;
    const appender = appenders.get(id) ?? createAppender(fileOf(id));
    appenders.set(id, appender);
    await appender.append(records);
  }

  const settle = async (id: string, isEnd: boolean) => appenders.get(id)?.settle(isEnd);
  const add = (id: string, ...records: readonly string[]) =>
    write(id, records).finally(() => settle(id, true));

  return {
    append: (id, turn, { isUnsettled, ...details } = {}) =>
      isUnsettled ? write(id, linesOf(turn, details)) : add(id, ...linesOf(turn, details)),
    settle,
    rollBack: (id, firstCanister) => add(id, toJson({ rolledBack: firstCanister })),
    setUndone: (id, turn) => add(id, undoneLine(turn)),
    setTakenBack: (id, compaction) => add(id, takenBackLine(compaction)),
    setPinned: (id, pin) => add(id, pinLine(pin)),
    load: async id => joinedIn(await readRecords(fileOf(id))),
    async read(id) {
      const records = await readRecords(fileOf(id));
      const canisters = joinedIn(records);
      return defined({
        canisters,
        spending: sumSpendings(records.flatMap(readSpending)),
        thoughts: thoughtsIn(records, canisters),
        origin: originIn(records),
      });
    },
    async list() {
      const files = (await namesIn(folder)).filter(name => name.endsWith('.jsonl'));
      const ids = files.map(name => name.slice(0, -'.jsonl'.length)).filter(isId);
      const stored = await listIndexed(folder, { ids, fileOf, describe: id => describe(fileOf(id)) });
      return stored.toSorted((a, b) => (a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0));
    },
    rename: (id, title) => add(id, toJson({ title })),
    async remove(id) {
      const file = fileOf(id);
      await settle(id, true);
      appenders.delete(id);
      const removed = await readBytes(file);
      await rm(file, { force: true });
      return async () => {
        if (removed === undefined) return;
        // A program may have gone on with it since.
        const since = (await readBytes(file)) ?? Buffer.alloc(0);
        await writeFile(file, Buffer.concat([removed, since]), { mode: 0o600 });
      };
    },
  };
}

/** The cost comes first: if a crash loses the turn, it was paid all the same. */
function linesOf(
  turn: readonly Canister[],
  { spending, origin, thoughts = [], of = turn.at(-1)?.id }: TurnDetails,
): readonly string[] {
  const paid = spending === undefined ? [] : [toJson(defined({ spending, of }))];
  if (turn.length === 0) return paid;
  return [
    ...paid,
    ...(origin === undefined ? [] : [toJson({ origin })]),
    ...(thoughts.length === 0 ? [] : [thoughtsLine(thoughts)]),
    toJson(turn),
  ];
}

function joinedIn(records: readonly string[]): readonly Canister[] {
  let joined: readonly Canister[] = [];
  for (const record of records) {
    const first = textIn(record, 'rolledBack');
    const at = first === undefined ? -1 : joined.findIndex(({ id }) => id === first);
    joined = at === -1 ? joined.concat(readPart(record) ?? []) : joined.slice(0, at);
  }
  const said = <T>(read: (record: string) => T | undefined) => records.flatMap(record => read(record) ?? []);
  return withUndone(withPins(withTakenBack(joined, said(readTakenBack)), said(readPin)), said(readUndone));
}

function textIn(record: string, key: 'rolledBack' | 'title'): string | undefined {
  const said = saidIn(record, key);
  return typeof said === 'string' ? said : undefined;
}

function originIn(lines: readonly string[]): Origin | undefined {
  return lines.map(readOrigin).findLast(origin => origin !== undefined);
}

interface SpendingLine {
  readonly spending: TurnSpending;
  readonly of?: string;
}

function readSpending(line: string): readonly SpendingLine[] {
  if (!line.startsWith('{"spending":')) return [];
  const read = parseJson(line);
  const spending = isJsonObject(read) ? parseTurnSpending(read.spending) : undefined;
  if (!isJsonObject(read) || spending === undefined) return [];
  return [defined({ spending, of: typeof read.of === 'string' ? read.of : undefined })];
}

function sumSpendings(lines: readonly SpendingLine[]): StoredSpending {
  const turns = lines.flatMap(({ of, spending }) => (of === undefined ? [] : [[of, spending] as const]));
  return {
    total: lines.reduce<Spending>((sum, { spending }) => addSpending(sum, spending), noSpending),
    turns: Object.fromEntries(turns),
  };
}

async function describe(file: string) {
  const records = await readTelling(file);
  const canisters = joinedIn(records);
  const last = canisters.at(-1);
  if (last === undefined || !canisters.some(({ role }) => role === 'user')) return {};
  const { timestamp } = last;
  const named = records.map(record => textIn(record, 'title')).findLast(name => name !== undefined);
  return defined({
    ...titleOf(canisters),
    ...(named !== undefined && { title: named }),
    timestamp,
    origin: originIn(records),
  });
}

function isId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id);
}
