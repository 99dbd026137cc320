import { type Rule, textIn } from './rule.ts';

const what = "(what is|what's|whats)";
const unit = '(years|year|months|month|weeks|week|days|day|hours|hour|minutes|minute|seconds|second)';

/** Time in zones, and how long something takes. */
export const clockRules: readonly Rule[] = [
  {
    wants: 'convert_time',
    says: [
      '(convert|translate) [the] [time] {time:moment} (from|in) {from:zone} (to|into) {to:zone} [time]',
      `${what} {time:moment} (in|from) {from:zone} (in|to) {to:zone} [time]`,
      '{time:moment} (in|from) {from:zone} (to|into|in) {to:zone} [time]',
      'what time is it in {to:zone} when it is {time:moment} in {from:zone}',
    ],
    with: slots => (/\d/.test(textIn(slots, 'time')) ? slots : undefined),
  },
  {
    wants: 'convert_time',
    says: [
      '(convert|translate) [the] [time] {time:moment} (to|into) {to:zone} [time]',
      `${what} {time:moment} in {to:zone} [time]`,
    ],
    with: slots => (/^\d/.test(textIn(slots, 'time')) ? slots : undefined),
  },
  {
    wants: 'duration',
    example: 'how long from 9:00 to 17:30',
    says: [
      `(how long|how much time|how many ${unit}) [is it|does it take|is|are|are there|passes|lies|pass|lie] (from|between) {start:moment} (to|until|till|and) {end:moment}`,
      `[${what}] [the] (duration|time|difference|days|hours) (from|between) {start:moment} (to|until|till|and) {end:moment}`,
    ],
  },
  {
    wants: 'duration',
    says: [
      `(how long|how much time|how many ${unit}) [is it|are|are there|is left|are left] (until|till|to) {end:moment}`,
    ],
    with: slots => (/\d/.test(textIn(slots, 'end')) ? { start: 'now', ...slots } : undefined),
  },
  {
    wants: 'duration',
    says: [
      `(how long|how much time|how many ${unit}) [is it|has it been|have passed|has passed] (since) {start:moment}`,
    ],
    with: slots => (/\d/.test(textIn(slots, 'start')) ? { ...slots, end: 'now' } : undefined),
  },
  {
    wants: 'add_duration',
    says: [
      `(what|which) (date|day|time) (is|will) [it|be] [be] in {amount:number} {unit:unit} [from now]`,
      '(add|plus) {amount:number} {unit:unit} to {start:moment}',
      `[${what}] {amount:number} {unit:unit} (after|from) {start:moment}`,
    ],
    with: ({ amount = 0, unit: name = '', start = 'now' }) => ({ start, [String(name)]: amount }),
  },
  {
    wants: 'add_duration',
    says: [
      `(what|which) (date|day|time) was [it] {amount:number} {unit:unit} ago`,
      `[${what}] {amount:number} {unit:unit} before {start:moment}`,
    ],
    with: ({ amount = 0, unit: name = '', start = 'now' }) => ({ start, [String(name)]: -Number(amount) }),
  },
  {
    wants: 'current_time',
    example: 'what time is it in Tokyo?',
    says: [
      `(what time is it|${what} the [current|local] time|${what} the [current] date|what day is it|what date is it) [now|right now|today] (in|at) {time_zone:zones}`,
      '[show|get] [the] [current|local] time (in|at|for) {time_zone:zones}',
      '(how late is it|what time do they have|what time do we have) (in|at) {time_zone:zones}',
    ],
    each: 'time_zone',
  },
  {
    wants: 'current_time',
    says: [
      `(what time is it|${what} the [current] time|how late is it|${what} the [current] date|what day is it|what date is it|what day is today|what weekday is it|what time do you have) [now|right now|today|here]`,
      `${what} (today|today's date)`,
      '[show|get] [the] [current] (time|date) [now|please]',
      "today's date",
    ],
    with: () => ({}),
  },
];
