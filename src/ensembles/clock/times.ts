import type { Temporal } from 'temporal-polyfill';
import { errors, reasonOf } from '../../converser/errors.ts';

export interface Moment {
  readonly api: typeof Temporal;
  readonly now: Date;
}

/** Loads Temporal on first use only. */
export async function momentOf(now: Date): Promise<Moment> {
  return { api: (await import('temporal-polyfill')).Temporal, now };
}

/** The present in a zone, to the second. */
export function nowIn(zone: string, { api, now }: Moment): Temporal.ZonedDateTime {
  return inZone(api.Instant.fromEpochMilliseconds(Math.floor(now.getTime() / 1000) * 1000), zone);
}

/**
 * Reads a time as models write it: `now`, a date, a time of today, a date and time, with or without an offset.
 * Without one it is meant in `zone`.
 */
export function readTime(written: string, zone: string, moment: Moment): Temporal.ZonedDateTime {
  const { api } = moment;
  const text = written.trim();
  const present = nowIn(zone, moment);
  if (text.toLowerCase() === 'now') return present;
  const readers = [
    () => api.ZonedDateTime.from(text).withTimeZone(zone),
    () => inZone(api.Instant.from(text), zone),
    () => api.PlainDateTime.from(text).toZonedDateTime(zone),
    () => present.toPlainDate().toZonedDateTime({ timeZone: zone, plainTime: api.PlainTime.from(text) }),
  ];
  for (const read of readers) {
    try {
      return read();
    } catch {
      // The next reader may know it.
    }
  }
  throw errors.badArguments(
    `${JSON.stringify(written)} is not a time. Write it like 2026-03-01T18:30, 2026-03-01, 18:30 or now`,
  );
}

function inZone(instant: Temporal.Instant, zone: string): Temporal.ZonedDateTime {
  return instant.toZonedDateTimeISO(zone);
}

/** A time in the fields that the clock's tools return. */
export function timeFields(time: Temporal.ZonedDateTime) {
  return {
    time: `${time.toPlainDateTime().toString({ smallestUnit: 'second' })}${time.offset}`,
    date: time.toPlainDate().toString(),
    clock: time.toPlainTime().toString({ smallestUnit: 'minute' }),
    weekday: weekdays[time.dayOfWeek - 1] ?? '',
    time_zone: time.timeZoneId,
  };
}

const weekdays = ['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday'];

/** Refuses what is not a zone before anything is read in it, so that the complaint is about the right argument. */
export function checkZone(zone: string, { api, now }: Moment): string {
  try {
    return api.Instant.fromEpochMilliseconds(now.getTime()).toZonedDateTimeISO(zone).timeZoneId;
  } catch (cause) {
    throw errors.badArguments(
      `${JSON.stringify(zone)} is not a time zone (${reasonOf(cause)}). Write its IANA name, such as Europe/Berlin, America/New_York or UTC`,
    );
  }
}

/** From the largest. */
export const units = ['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds'] as const;

/** For example `2 days and 3 hours`. */
export function inWords(duration: Temporal.Duration): string {
  const parts = units
    .map(unit => ({ unit, amount: Math.abs(duration[unit]) }))
    .filter(({ amount }) => amount > 0)
    .map(({ unit, amount }) => `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`);
  const last = parts.pop();
  if (last === undefined) return 'no time at all';
  return parts.length === 0 ? last : `${parts.join(', ')} and ${last}`;
}
