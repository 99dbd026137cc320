import type { Temporal } from 'temporal-polyfill';
import { errors } from '../../converser/errors.ts';
import type { Clock } from '../../converser/ports.ts';
import { defineTool, type Tool } from '../define-tool.ts';
import { checkZone, inWords, type Moment, momentOf, nowIn, readTime, timeFields, units } from './times.ts';

export interface ClockToolsOptions {
  readonly clock: Pick<Clock, 'now'>;
  /** The IANA name of your time zone. Default: the system's. */
  readonly timeZone?: string;
}

const zone = {
  type: 'string',
  minLength: 1,
  description: "IANA time zone, such as Europe/Berlin or UTC. Default: the user's.",
} as const;

const time = {
  type: 'string',
  minLength: 1,
  description: 'Such as 2026-03-01T18:30, 2026-03-01, 18:30 (today), 2026-03-01T18:30:00Z or now.',
} as const;

/** Time passes between two calls, so a repeated one runs again. */
const ofTheMoment = {
  annotations: { readOnly: true, destructive: false, idempotent: true, openWorld: false },
  deduplication: 'none',
} as const;

export function clockTools(options: ClockToolsOptions): readonly Tool[] {
  return [currentTime(options), convertTime(options), duration(options), addDuration(options)];
}

function currentTime(options: ClockToolsOptions): Tool {
  return defineTool({
    name: 'current_time',
    description:
      'Returns the current date, weekday and time in a time zone. Use it whenever an answer depends on today or now; never assume the date.',
    ...ofTheMoment,
    arguments: { type: 'object', additionalProperties: false, properties: { time_zone: zone } },
    invoke: async args => {
      const moment = await momentOf(options.clock.now());
      return timeFields(nowIn(zoneOf(args.time_zone, options, moment), moment));
    },
  });
}

function convertTime(options: ClockToolsOptions): Tool {
  return defineTool({
    name: 'convert_time',
    description: 'Converts a time from one time zone to another.',
    ...ofTheMoment,
    arguments: {
      type: 'object',
      required: ['time', 'to'],
      additionalProperties: false,
      properties: {
        time,
        from: { ...zone, description: `The zone of the time. ${zone.description}` },
        to: { ...zone, description: 'IANA time zone to convert to, such as Asia/Tokyo.' },
      },
    },
    invoke: async args => {
      const moment = await momentOf(options.clock.now());
      const from = zoneOf(args.from, options, moment);
      const to = checkZone(args.to, moment);
      const given = readTime(args.time, from, moment);
      const converted = timeFields(given.withTimeZone(to));
      return { ...converted, from: timeFields(given) };
    },
  });
}

function duration(options: ClockToolsOptions): Tool {
  return defineTool({
    name: 'duration',
    description:
      'Returns how long it is from one time to another, in calendar units and in total. Negative if the end comes first.',
    ...ofTheMoment,
    arguments: {
      type: 'object',
      required: ['start', 'end'],
      additionalProperties: false,
      properties: { start: time, end: time, time_zone: zone },
    },
    invoke: async args => {
      const moment = await momentOf(options.clock.now());
      const inZone = zoneOf(args.time_zone, options, moment);
      const start = readTime(args.start, inZone, moment);
      const end = readTime(args.end, inZone, moment);
      const calendar = start.until(end, { largestUnit: 'years', smallestUnit: 'seconds' });
      const seconds = start.until(end).total('seconds');
      return {
        duration: `${calendar.sign < 0 ? 'minus ' : ''}${inWords(calendar)}`,
        iso: calendar.toString(),
        days: round(start.until(end).total({ unit: 'days', relativeTo: start })),
        hours: round(seconds / 3600),
        seconds: Math.trunc(seconds),
        start: timeFields(start).time,
        end: timeFields(end).time,
      };
    },
  });
}

function addDuration(options: ClockToolsOptions): Tool {
  const amount = (unit: string) =>
    ({ type: 'integer', minimum: -1_000_000, maximum: 1_000_000, description: `${unit} to add.` }) as const;
  return defineTool({
    name: 'add_duration',
    description: 'Adds years, months, weeks, days, hours and minutes to a time; negative amounts go back.',
    ...ofTheMoment,
    arguments: {
      type: 'object',
      required: ['start'],
      additionalProperties: false,
      properties: {
        start: time,
        years: amount('Years'),
        months: amount('Months'),
        weeks: amount('Weeks'),
        days: amount('Days'),
        hours: amount('Hours'),
        minutes: amount('Minutes'),
        seconds: amount('Seconds'),
        time_zone: zone,
      },
    },
    invoke: async args => {
      const moment = await momentOf(options.clock.now());
      const { start: written, time_zone, ...amounts } = args;
      const start = readTime(written, zoneOf(time_zone, options, moment), moment);
      return { ...timeFields(addEach(start, amounts)), start: timeFields(start).time };
    },
  });
}

/** Unit by unit from the largest, because Temporal refuses amounts of different signs in one duration. */
function addEach(
  start: Temporal.ZonedDateTime,
  amounts: Readonly<Partial<Record<(typeof units)[number], number>>>,
): Temporal.ZonedDateTime {
  try {
    return units.reduce((moved, unit) => moved.add({ [unit]: amounts[unit] ?? 0 }), start);
  } catch {
    throw errors.badArguments('Too far away for a calendar. Give smaller amounts');
  }
}

function zoneOf(written: string | undefined, { timeZone }: ClockToolsOptions, moment: Moment): string {
  return checkZone(written ?? timeZone ?? Intl.DateTimeFormat().resolvedOptions().timeZone, moment);
}

function round(value: number): number {
  return Math.round(value * 100) / 100;
}
