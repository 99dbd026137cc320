/**
 * These are the functions of the tools in clock.toml. They need nothing but what JavaScript has built in.
 *
 * A time is a number: the milliseconds since 1970. Its wall time is what the clocks of a zone show then, written as the
 * time at which those of UTC show the same. So dates can be counted by it as if each day had 24 hours.
 *
 * @typedef {{ readonly auxdata: { readonly now?: unknown, readonly time_zone?: unknown } }} Context
 * A program that leads a conversation may say in its auxdata what time it is, and in which zone its user is.
 */

/** @param {{ time_zone?: string }} args @param {Context} context */
export function currentTime({ time_zone }, context) {
  const zone = zoneFrom(time_zone, context);
  return shown(present(context), zone);
}

/** @param {{ time: string, from?: string, to: string }} args @param {Context} context */
export function convertTime({ time, from, to }, context) {
  const [zone, target] = [zoneFrom(from, context), known(to)];
  const at = read(time, zone, context);
  return { ...shown(at, target), from: shown(at, zone) };
}

/** @param {{ start: string, end: string, time_zone?: string }} args @param {Context} context */
export function duration({ start, end, time_zone }, context) {
  const zone = zoneFrom(time_zone, context);
  const [from, to] = [read(start, zone, context), read(end, zone, context)];
  const { amounts, days } = between(from, to, zone);
  const isNegative = to <= from - second;
  return {
    duration: `${isNegative ? 'minus ' : ''}${inWords(amounts)}`,
    iso: `${isNegative ? '-' : ''}${inIso(amounts)}`,
    days: rounded(days),
    hours: rounded((to - from) / hour),
    seconds: Math.trunc((to - from) / second),
    start: shown(from, zone).time,
    end: shown(to, zone).time,
  };
}

/** @param {{ start: string, time_zone?: string } & Partial<Amounts>} args @param {Context} context */
export function addDuration({ start, time_zone, ...amounts }, context) {
  const zone = zoneFrom(time_zone, context);
  const from = read(start, zone, context);
  try {
    // The largest first: a month and a day after January 31 is the day after February's last.
    const to = units.reduce((at, unit) => after(at, { unit, amount: amounts[unit] ?? 0, zone }), from);
    return { ...shown(to, zone), start: shown(from, zone).time };
  } catch {
    throw new Error('Too far away for a calendar. Give smaller amounts.');
  }
}

/** @typedef {(typeof units)[number]} Unit @typedef {Record<Unit, number>} Amounts */
const units = /** @type {const} */ (['years', 'months', 'weeks', 'days', 'hours', 'minutes', 'seconds']);
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const second = 1000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** @param {Context} context */
function present({ auxdata: { now } }) {
  const at = typeof now === 'string' ? Date.parse(now) : Date.now();
  return Math.floor(at / second) * second;
}

/** @param {string | undefined} written @param {Context} context */
function zoneFrom(written, { auxdata: { time_zone } }) {
  const usual = typeof time_zone === 'string' ? time_zone : Intl.DateTimeFormat().resolvedOptions().timeZone;
  return known(written ?? usual);
}

/**
 * Refuses what is not a zone before a time is read in it, so that the complaint is about the right argument.
 *
 * @param {string} zone
 */
function known(zone) {
  try {
    offsetAt(0, zone);
    return zone;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause;
    const advice = 'Write its IANA name, such as Europe/Berlin, America/New_York or UTC.';
    throw new Error(`${JSON.stringify(zone)} is not a time zone (${reason}). ${advice}`);
  }
}

const dateAndTime =
  /^(\d{4}-\d\d-\d\d)(?:[T ](\d\d:\d\d(?::\d\d(?:\.\d+)?)?)(Z|[+-]\d\d:?\d\d)?)?(?:\[(.+)\])?$/i;

/**
 * Reads a time as models write it: `now`, a date, a time of today, or a date and a time. Without an offset it is meant in
 * the zone.
 *
 * @param {string} written @param {string} zone @param {Context} context
 */
function read(written, zone, context) {
  const text = written.trim();
  if (text.toLowerCase() === 'now') return present(context);
  const today = shown(present(context), zone).date;
  const [, date = '', time = '00:00', offset, named] =
    dateAndTime.exec(/^\d\d:/.test(text) ? `${today}T${text}` : text) ?? [];
  const wall = Date.parse(`${date}T${time}Z`);
  // JavaScript takes February 30 for March 2.
  if (Number.isNaN(wall) || !new Date(wall).toISOString().startsWith(date)) {
    const advice = 'Write it like 2026-03-01T18:30, 2026-03-01, 18:30 or now.';
    throw new Error(`${JSON.stringify(written)} is not a time. ${advice}`);
  }
  if (offset !== undefined) return Date.parse(`${date}T${time}${offset}`);
  return timeOf(wall, named === undefined ? zone : known(named));
}

/** Writes a time in the fields that these tools return. @param {number} at @param {string} zone */
function shown(at, zone) {
  const offset = offsetAt(at, zone);
  const wall = new Date(at + offset.milliseconds);
  const [date = '', clock = ''] = wall.toISOString().split('T');
  return {
    time: `${date}T${clock.slice(0, 8)}${offset.written}`,
    date,
    clock: clock.slice(0, 5),
    weekday: weekdays[wall.getUTCDay()] ?? '',
    time_zone: zone,
  };
}

/** Says how far the clocks of a zone are before UTC. @param {number} at @param {string} zone */
function offsetAt(at, zone) {
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zone, timeZoneName: 'longOffset' });
  const [, written = '+00:00'] = /GMT([+-][\d:]+)/.exec(format.format(at)) ?? [];
  const [hours = 0, minutes = 0, seconds = 0] = written.slice(1).split(':').map(Number);
  const size = hours * hour + minutes * minute + seconds * second;
  return { written, milliseconds: written.startsWith('-') ? -size : size };
}

/** @param {number} at @param {string} zone */
function wallOf(at, zone) {
  return at + offsetAt(at, zone).milliseconds;
}

/**
 * Finds the time at which the clocks of a zone show something: the first one, where they show it twice. What they skip is
 * counted on from before.
 *
 * @param {number} wall @param {string} zone
 */
function timeOf(wall, zone) {
  const before = wall - offsetAt(wall - day, zone).milliseconds;
  const afterwards = wall - offsetAt(wall + day, zone).milliseconds;
  return [before, afterwards].find(at => wallOf(at, zone) === wall) ?? before;
}

/** @param {number} at @param {{ unit: Unit, amount: number, zone: string }} step */
function after(at, { unit, amount, zone }) {
  if (amount === 0) return at;
  const wall = wallOf(at, zone);
  switch (unit) {
    case 'years':
      return timeOf(monthsAfter(wall, 12 * amount), zone);
    case 'months':
      return timeOf(monthsAfter(wall, amount), zone);
    case 'weeks':
      return timeOf(wall + 7 * amount * day, zone);
    case 'days':
      return timeOf(wall + amount * day, zone);
    default:
      // Clocks that are put forward or back meanwhile make no hour longer.
      return at + amount * { hours: hour, minutes: minute, seconds: second }[unit];
  }
}

/** Finds the same day of another month, or that one's last. @param {number} wall @param {number} months */
function monthsAfter(wall, months) {
  const moved = new Date(wall);
  const wanted = moved.getUTCDate();
  moved.setUTCMonth(moved.getUTCMonth() + months);
  if (moved.getUTCDate() !== wanted) moved.setUTCDate(0);
  return moved.getTime();
}

/**
 * Counts from one time to another: by the calendar of a zone, and in days, of which each counts as one, however long it
 * is there.
 *
 * @param {number} from @param {number} to @param {string} zone
 */
function between(from, to, zone) {
  const sign = to < from ? -1 : 1;
  const start = wallOf(from, zone);
  /** @param {number} amount */
  const daysAfter = amount => after(from, { unit: 'days', amount, zone });
  let days = Math.floor(wallOf(to, zone) / day) - Math.floor(start / day);
  // The last of them may not be over yet.
  while (sign * (to - daysAfter(days)) < 0) days -= sign;
  const rest = to - daysAfter(days);
  const [first, last] = [new Date(start), new Date(start + days * day)];
  let months =
    12 * (last.getUTCFullYear() - first.getUTCFullYear()) + last.getUTCMonth() - first.getUTCMonth();
  if (sign * (first.getUTCDate() - last.getUTCDate()) > 0) months -= sign;
  const amounts = {
    years: Math.trunc(months / 12),
    months: months % 12,
    weeks: 0,
    days: (last.getTime() - monthsAfter(start, months)) / day,
    hours: Math.trunc(rest / hour),
    minutes: Math.trunc(rest / minute) % 60,
    seconds: Math.trunc(rest / second) % 60,
  };
  // Samoa skipped December 30, 2011.
  const length = Math.abs(daysAfter(days + sign) - daysAfter(days)) || day;
  return { amounts, days: days + rest / length };
}

/** Writes `2 days and 3 hours`, for example. @param {Amounts} amounts */
function inWords(amounts) {
  const parts = units
    .map(unit => ({ unit, amount: Math.abs(amounts[unit]) }))
    .filter(({ amount }) => amount > 0)
    .map(({ unit, amount }) => `${amount} ${amount === 1 ? unit.slice(0, -1) : unit}`);
  return new Intl.ListFormat('en-GB').format(parts) || 'no time at all';
}

/** Writes `P2DT3H`, for example. @param {Amounts} amounts */
function inIso(amounts) {
  /** @param {readonly Unit[]} some */
  const written = some =>
    some
      .map(unit => (amounts[unit] === 0 ? '' : `${Math.abs(amounts[unit])}${unit[0]?.toUpperCase()}`))
      .join('');
  const [date, time] = [written(['years', 'months', 'days']), written(['hours', 'minutes', 'seconds'])];
  return time === '' ? `P${date || 'T0S'}` : `P${date}T${time}`;
}

/** @param {number} value */
function rounded(value) {
  return Math.round(value * 100) / 100;
}
