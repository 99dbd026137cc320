import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { atIntervals } from '../converser/ground/async/at-intervals.ts';
import { serial } from '../converser/ground/async/serial.ts';
import { reasonOf } from '../converser/ground/errors.ts';
import type { Clock, Log } from '../converser/ground/ports.ts';
import { addSpending, noSpending, type Spending, sumSpending } from '../converser/words/spending/spending.ts';
import { addShares, type Spender, type SpendingShare } from '../converser/words/spending/spending-shares.ts';
import {
  addToolCounts,
  noToolCounts,
  type ToolCounts,
  toolCountsOf,
} from '../converser/words/spending/tool-figures.ts';
import type { CalendarSums, SpendingTotals } from '../converser/words/spending/totals.ts';
import { replaceFile } from '../files/replace-file.ts';
import { calendarDay, firstDayKept, monthOf } from './calendar-days.ts';
import { appendRecords, namesIn, readRecordsFrom, recordLine } from './records.ts';

export interface SpentOnDay {
  /** `2026-11-25` */
  readonly day: string;
  readonly spending: Spending;
  readonly tools: ToolCounts;
  /** The same spending by model and conversation. */
  readonly shares: readonly SpendingShare[];
}

type Spent = Omit<SpentOnDay, 'day'>;

const nothing: Spent = { spending: noSpending, tools: noToolCounts, shares: [] };

export interface KeptTotals extends SpendingTotals {
  /** This month and the one before, the newest day first. Never rejects. */
  days(): Promise<readonly SpentOnDay[]>;
  /** What tools took in a conversation since the program started. */
  toolsOf(conversationId: string): ToolCounts;
  /** Resolves once all is on the disk. Never rejects. */
  saved(): Promise<void>;
}

export interface TotalsOptions {
  /** Absolute; only for these files. */
  readonly folder: string;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly log: Pick<Log, 'warn'>;
}

/** In milliseconds, so that no file grows by more than a line a second for each process. */
const betweenWrites = 1_000;
/** In bytes. What a day has beyond is counted only while the process lives. */
const mostOfDay = 32_000_000;
const mostConversations = 50;

/** Each process appends to one file a day, in single writes, so nothing is lost or locked. */
export function createSpendingTotals({ folder, clock, log }: TotalsOptions): KeptTotals {
  const files = createDayFiles(folder);
  const oneAtATime = serial();
  let waiting: SpentOnDay[] = [];
  let hasWarned = false;
  const conversations = new Map<string, ToolCounts>();
  const writing = atIntervals<true>(() => void save(), { ms: betweenWrites, clock });

  const today = () => calendarDay(clock.now());

  function save(): Promise<void> {
    return oneAtATime(async () => {
      const written = waiting;
      waiting = [];
      try {
        for (const day of new Set(written.map(each => each.day)))
          await files.append(day, sumOn(written, day));
        if (written.length > 0) await files.tidy(clock.now());
      } catch (cause) {
        waiting = [...withWaiting(written, waiting)];
        warn(`Can’t save what was spent today: ${reasonOf(cause)}`);
      }
    });
  }

  function days(): Promise<readonly SpentOnDay[]> {
    return oneAtATime(async () => {
      try {
        const kept = await files.read(firstDayKept(clock.now()));
        return withWaiting(kept, waiting);
      } catch (cause) {
        warn(`Can’t read what was spent earlier, so it is not counted: ${reasonOf(cause)}`);
        return withWaiting([], waiting);
      }
    });
  }

  function wait(spent: Spent): void {
    waiting.push({ day: today(), ...spent });
    writing.give(true);
  }

  function warn(message: string): void {
    if (!hasWarned) log.warn(message);
    hasWarned = true;
  }

  return {
    add: (spending, by = unknownSpender) =>
      wait({ spending, tools: noToolCounts, shares: [{ ...by, spending }] }),
    addTools(id, figures) {
      const tools = toolCountsOf(id, figures);
      wait({ ...nothing, tools });
      const sum = addToolCounts(conversations.get(id) ?? noToolCounts, tools);
      conversations.delete(id);
      conversations.set(id, sum);
      const [oldest = id] = conversations.keys();
      if (conversations.size > mostConversations) conversations.delete(oldest);
    },
    toolsOf: id => conversations.get(id) ?? noToolCounts,
    sums: async () => sumsOn(await days(), today()),
    days,
    saved: save,
  };
}

export function sumsOn(days: readonly SpentOnDay[], today: string): CalendarSums {
  const ofMonth = days.filter(({ day }) => monthOf(day) === monthOf(today));
  return { day: sumOn(days, today).spending, month: sumSpending(ofMonth.map(({ spending }) => spending)) };
}

function sumOn(some: readonly SpentOnDay[], wanted: string): Spent {
  return some.filter(({ day }) => day === wanted).reduce(addSpent, nothing);
}

function addSpent(one: Spent, other: Spent): Spent {
  const spending = addSpending(one.spending, other.spending);
  const shares = addShares(one.shares, other.shares);
  return { spending, tools: addToolCounts(one.tools, other.tools), shares };
}

function withWaiting(kept: readonly SpentOnDay[], waiting: readonly SpentOnDay[]): readonly SpentOnDay[] {
  const all = [...kept, ...waiting];
  const days = [...new Set(all.map(({ day }) => day))].sort().reverse();
  return days.map(day => ({ day, ...sumOn(all, day) }));
}

/** Only what was appended since has to be read. */
interface Known {
  readonly end: number;
  readonly sum: Spent;
}

function createDayFiles(folder: string) {
  const known = new Map<string, Known>();
  const fileOf = (day: string) => path.join(folder, `${day}.jsonl`);
  let tidied = '';

  async function sumIn(day: string): Promise<Spent> {
    const before = known.get(day);
    const { size } = await stat(fileOf(day));
    const start = before === undefined || size < before.end ? { end: 0, sum: nothing } : before;
    if (size === start.end && before !== undefined) return start.sum;
    const { records, end } = await readRecordsFrom(fileOf(day), start.end);
    const more = records.map(spentIn);
    const now = { end, sum: more.reduce(addSpent, start.sum) };
    known.set(day, now);
    return now.sum;
  }

  return {
    async append(day: string, spent: Spent): Promise<void> {
      const present = await stat(fileOf(day)).catch(() => undefined);
      if (present !== undefined && present.size > mostOfDay) throw new Error(`${fileOf(day)} is full.`);
      await appendRecords(fileOf(day), [recordOf(spent)]);
    },
    async read(first: string): Promise<readonly SpentOnDay[]> {
      const days = (await daysIn(folder)).filter(day => day >= first);
      const read: SpentOnDay[] = [];
      for (const day of days) read.push({ day, ...(await sumIn(day)) });
      return read;
    },
    /** Runs once a day. Two processes at the same time write the same. */
    async tidy(now: Date): Promise<void> {
      const today = calendarDay(now);
      if (tidied === today) return;
      tidied = today;
      const yesterday = calendarDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - 1));
      for (const day of await daysIn(folder)) {
        if (day < firstDayKept(now)) await rm(fileOf(day), { force: true });
        // A process may still write what it spent shortly before midnight.
        else if (day < yesterday) await shorten(day);
      }
    },
  };

  async function shorten(day: string): Promise<void> {
    const line = recordLine(recordOf(await sumIn(day)));
    if ((await stat(fileOf(day))).size <= line.length) return;
    await replaceFile(fileOf(day), line, { mode: 0o600 });
    known.delete(day);
  }
}

function recordOf({ spending, tools, shares }: Spent): string {
  return JSON.stringify({
    ...spending,
    ...(tools.tools.length > 0 && { tools }),
    ...(shares.length > 0 && { shares }),
  });
}

type DayRecord = Spending & Partial<Pick<Spent, 'tools' | 'shares'>>;

function spentIn(record: string): Spent {
  const { tools = noToolCounts, shares, ...spending } = JSON.parse(record) as DayRecord;
  const older = spending.requests === 0 ? [] : [{ ...unknownSpender, spending }];
  return { spending, tools, shares: shares ?? older };
}

const unknownSpender: Spender = { model: '', conversation: '' };

async function daysIn(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).flatMap(name => /^(\d{4}-\d{2}-\d{2})\.jsonl$/.exec(name)?.[1] ?? []);
}

/** From this day on. */
export function toolsIn(days: readonly SpentOnDay[], first = ''): ToolCounts {
  const wanted = days.filter(({ day }) => day >= first).toReversed();
  return wanted.reduce((sum, { tools }) => addToolCounts(sum, tools), noToolCounts);
}
