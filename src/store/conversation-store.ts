import { appendFile, mkdir, readdir, readFile, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Canister } from '../converser/canister/canister.ts';
import { fromJson, toJson } from '../converser/canister/canister-json.ts';
import { defined } from '../converser/json/defined.ts';
import { isJsonObject } from '../converser/json/json.ts';
import {
  addSpending,
  noSpending,
  parseTurnSpending,
  type Spending,
  type TurnSpending,
} from '../converser/spending/spending.ts';
import { titleOf } from './conversation-title.ts';
import { isCanister } from './is-canister.ts';
import { type Origin, readOrigin } from './origin.ts';

/**
 * Conversations on disk: one file each, with one line per turn, after lines with what the turn cost and which program led
 * it. A turn that was rolled back leaves only the cost; older files have no costs.
 *
 * Invariant: a turn is one line that ends with a newline. A line torn by a crash has none, or is not JSON, and is ignored,
 * so that a turn is there whole or not at all.
 */
export interface ConversationStore {
  /** An empty turn was rolled back: only its cost is kept. */
  append(conversationId: string, turn: readonly Canister[], details?: TurnDetails): Promise<void>;
  /** All committed canisters; empty for a conversation that was never stored. */
  load(conversationId: string): Promise<readonly Canister[]>;
  /** What its turns have cost. Damaged or missing costs are left out. */
  spending(conversationId: string): Promise<StoredSpending>;
  /** The program that leads it; nothing for yours. */
  origin(conversationId: string): Promise<Origin | undefined>;
  /** The newest first. */
  list(): Promise<readonly StoredConversation[]>;
  remove(conversationId: string): Promise<void>;
}

export interface TurnDetails {
  readonly spending?: TurnSpending;
  /** Of a turn that another program led. */
  readonly origin?: Origin;
}

export interface StoredSpending {
  /** Of all turns, including those that were rolled back. */
  readonly total: Spending;
  /** By the id of the turn's last canister. */
  readonly turns: Readonly<Record<string, TurnSpending>>;
}

export interface StoredConversation {
  readonly id: string;
  /** The first line that the user wrote. */
  readonly title: string;
  /** When its last turn ended; ISO 8601, UTC. */
  readonly timestamp: string;
  /** Of the last turn, if another program leads the conversation. */
  readonly origin?: Origin;
}

export function createConversationStore(folder: string): ConversationStore {
  const fileOf = (id: string) => {
    if (!isId(id)) throw new Error(`${JSON.stringify(id)} is not the id of a conversation.`);
    return join(folder, `${id}.jsonl`);
  };

  return {
    async append(id, turn, details = {}) {
      const file = fileOf(id);
      const lines = linesOf(turn, details);
      if (lines.length === 0) return;
      await mkdir(folder, { recursive: true });
      // The leading newline ends a line that a crash may have torn.
      await appendFile(file, `\n${lines.join('\n')}\n`, { flush: true });
    },
    load: async id => turnsIn(await readLines(fileOf(id))).flat(),
    spending: async id => sumSpendings((await readLines(fileOf(id))).flatMap(readSpending)),
    origin: async id => originIn(await readLines(fileOf(id))),
    async list() {
      const files = (await namesIn(folder)).filter(name => name.endsWith('.jsonl'));
      const known = files.map(name => name.slice(0, -'.jsonl'.length)).filter(isId);
      // An unreadable file does not hide the others.
      const stored = await Promise.allSettled(known.map(id => describe(id, fileOf(id))));
      return stored
        .flatMap(found => (found.status === 'fulfilled' ? found.value : []))
        .sort((a, b) => (a.timestamp < b.timestamp ? 1 : a.timestamp > b.timestamp ? -1 : 0));
    },
    remove: async id => rm(fileOf(id), { force: true }),
  };
}

/** The cost comes first: if a crash in between loses the turn, it was paid all the same. */
function linesOf(turn: readonly Canister[], { spending, origin }: TurnDetails): readonly string[] {
  const of = turn.at(-1)?.id;
  const paid = spending === undefined ? [] : [toJson(defined({ spending, of }))];
  if (turn.length === 0) return paid;
  return [...paid, ...(origin === undefined ? [] : [toJson({ origin })]), toJson(turn)];
}

async function readLines(file: string): Promise<readonly string[]> {
  try {
    return (await readFile(file, 'utf8')).split('\n');
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw cause;
  }
}

function turnsIn(lines: readonly string[]): readonly (readonly Canister[])[] {
  return lines.flatMap(line => {
    const turn = readTurn(line);
    return turn === undefined ? [] : [turn];
  });
}

function originIn(lines: readonly string[]): Origin | undefined {
  return lines.map(readOrigin).findLast(origin => origin !== undefined);
}

interface SpendingLine {
  readonly spending: TurnSpending;
  /** Absent for a turn that was rolled back. */
  readonly of?: string;
}

function readSpending(line: string): readonly SpendingLine[] {
  // Turns are lists, and may be long.
  if (!line.startsWith('{')) return [];
  try {
    const read: unknown = JSON.parse(line);
    if (!isJsonObject(read)) return [];
    const spending = parseTurnSpending(read.spending);
    if (spending === undefined) return [];
    return [{ spending, ...(typeof read.of === 'string' ? { of: read.of } : {}) }];
  } catch {
    return [];
  }
}

function sumSpendings(lines: readonly SpendingLine[]): StoredSpending {
  const turns = lines.flatMap(({ of, spending }) => (of === undefined ? [] : [[of, spending] as const]));
  return {
    total: lines.reduce<Spending>((sum, { spending }) => addSpending(sum, spending), noSpending),
    turns: Object.fromEntries(turns),
  };
}

function readTurn(line: string): readonly Canister[] | undefined {
  if (line === '') return undefined;
  try {
    const turn = fromJson<unknown>(line);
    return Array.isArray(turn) && turn.every(isCanister) ? turn : undefined;
  } catch {
    return undefined;
  }
}

async function describe(id: string, file: string): Promise<readonly StoredConversation[]> {
  const lines = await readLines(file);
  const canisters = turnsIn(lines).flat();
  const last = canisters.at(-1);
  if (last === undefined || !canisters.some(({ role }) => role === 'user')) return [];
  const { timestamp } = last;
  return [defined({ id, title: titleOf(canisters), timestamp, origin: originIn(lines) })];
}

async function namesIn(folder: string): Promise<readonly string[]> {
  try {
    return await readdir(folder);
  } catch (cause) {
    if (isMissing(cause)) return [];
    throw cause;
  }
}

function isId(id: string): boolean {
  return /^[A-Za-z0-9_-]{1,64}$/.test(id);
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT';
}
