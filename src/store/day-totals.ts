import { mkdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { atIntervals } from '../converser/ground/async/at-intervals.ts';
import { serial } from '../converser/ground/async/serial.ts';
import { reasonOf } from '../converser/ground/errors.ts';
import { parseJson } from '../converser/ground/json/json.ts';
import type { Clock, Log } from '../converser/ground/ports.ts';
import { replaceFile } from '../files/replace-file.ts';
import { calendarDay, firstDayKept } from './calendar-days.ts';
import { appendRecords, namesIn, readRecordsFrom, recordLine } from './records.ts';

export interface OnDay<Sum> {
  /** `2026-11-25` */
  readonly day: string;
  readonly sum: Sum;
}

export interface TotalsOptions {
  /** Absolute; only for these files. */
  readonly folder: string;
  readonly clock: Pick<Clock, 'now' | 'after'>;
  readonly log: Pick<Log, 'warn'>;
}

export interface Kind<Sum> {
  readonly none: Sum;
  add(one: Sum, other: Sum): Sum;
  parse(record: unknown): Sum | undefined;
  /** Follows "Can’t save" and "Can’t read". */
  readonly title: string;
}

export interface DayTotals<Sum> {
  add(sum: Sum): void;
  /** This month and the one before, the newest day first. Never rejects. */
  days(): Promise<readonly OnDay<Sum>[]>;
  /** Resolves once all is on the disk. Never rejects. */
  saved(): Promise<void>;
}

/** In milliseconds, so that no file grows by more than a line a second for each process. */
const betweenWrites = 1_000;
/** In bytes. What a day has beyond is counted only while the process lives. */
const mostOfDay = 32_000_000;

/** Each process appends to one file a day, in single writes: nothing is lost or locked, damaged lines alone are left out. */
export function createDayTotals<Sum>(kind: Kind<Sum>, { folder, clock, log }: TotalsOptions): DayTotals<Sum> {
  const files = createDayFiles(kind, folder);
  const { sumOn, withWaiting } = sumsOf(kind);
  const oneAtATime = serial();
  let waiting: OnDay<Sum>[] = [];
  let hasWarned = false;
  const writing = atIntervals<true>(() => void save(), { ms: betweenWrites, clock });

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
        warn(`Can’t save ${kind.title} today: ${reasonOf(cause)}`);
      }
    });
  }

  function days(): Promise<readonly OnDay<Sum>[]> {
    return oneAtATime(async () => {
      try {
        const kept = await files.read(firstDayKept(clock.now()));
        return withWaiting(kept, waiting);
      } catch (cause) {
        warn(`Can’t read ${kind.title} earlier, so it is not counted: ${reasonOf(cause)}`);
        return withWaiting([], waiting);
      }
    });
  }

  function warn(message: string): void {
    if (!hasWarned) log.warn(message);
    hasWarned = true;
  }

  return {
    add(sum) {
      waiting.push({ day: calendarDay(clock.now()), sum });
      writing.give(true);
    },
    days,
    saved: save,
  };
}

function sumsOf<Sum>({ add, none }: Kind<Sum>) {
  const sumOn = (some: readonly OnDay<Sum>[], wanted: string): Sum =>
    some.filter(({ day }) => day === wanted).reduce((all, { sum }) => add(all, sum), none);
  const withWaiting = (
    kept: readonly OnDay<Sum>[],
    waiting: readonly OnDay<Sum>[],
  ): readonly OnDay<Sum>[] => {
    const all = [...kept, ...waiting];
    const days = [...new Set(all.map(({ day }) => day))].sort().reverse();
    return days.map(day => ({ day, sum: sumOn(all, day) }));
  };
  return { sumOn, withWaiting };
}

/** Only what was appended since has to be read. */
interface Known<Sum> {
  readonly end: number;
  readonly sum: Sum;
}

function createDayFiles<Sum>({ add, none, parse }: Kind<Sum>, folder: string) {
  const known = new Map<string, Known<Sum>>();
  const fileOf = (day: string) => path.join(folder, `${day}.jsonl`);
  let tidied = '';

  async function sumIn(day: string): Promise<Sum> {
    const before = known.get(day);
    const { size } = await stat(fileOf(day));
    const start = before === undefined || size < before.end ? { end: 0, sum: none } : before;
    if (size === start.end && before !== undefined) return start.sum;
    const { records, end } = await readRecordsFrom(fileOf(day), start.end);
    const more = records.flatMap(record => parse(parseJson(record)) ?? []);
    const now = { end, sum: more.reduce(add, start.sum) };
    known.set(day, now);
    return now.sum;
  }

  return {
    async append(day: string, sum: Sum): Promise<void> {
      await mkdir(folder, { recursive: true, mode: 0o700 });
      const present = await stat(fileOf(day)).catch(() => undefined);
      if (present !== undefined && present.size > mostOfDay) throw new Error(`${fileOf(day)} is full.`);
      await appendRecords(fileOf(day), [JSON.stringify(sum)]);
    },
    async read(first: string): Promise<readonly OnDay<Sum>[]> {
      const days = (await daysIn(folder)).filter(day => day >= first);
      const read: OnDay<Sum>[] = [];
      for (const day of days) read.push({ day, sum: await sumIn(day) });
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
    const line = recordLine(JSON.stringify(await sumIn(day)));
    if ((await stat(fileOf(day))).size <= line.length) return;
    await replaceFile(fileOf(day), line, { mode: 0o600 });
    known.delete(day);
  }
}

async function daysIn(folder: string): Promise<readonly string[]> {
  return (await namesIn(folder)).flatMap(name => /^(\d{4}-\d{2}-\d{2})\.jsonl$/.exec(name)?.[1] ?? []);
}
