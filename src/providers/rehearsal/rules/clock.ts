import type { Rule } from '../rule.ts';

/** Time in zones, and how long something takes. */
export const clockRules: readonly Rule[] = [
  {
    wants: 'convert_time',
    example: 'convert 15:00 from Berlin to Tokyo',
    says: [
      '(convert|translate) [the] [time] {time:moment} (from|in) {from:zone} (to|into) {to:zone} [time]',
      "(what is|what's) {time:moment} (in|from) {from:zone} (in|to) {to:zone} [time]",
      '{time:moment} (in|from) {from:zone} (to|into) {to:zone} [time]',
    ],
    with: ({ time = '', from = '', to = '' }) => (/\d/.test(String(time)) ? { time, from, to } : undefined),
  },
  {
    wants: 'duration',
    example: 'how long from 9:00 to 17:30',
    says: [
      '(how long|how much time|how many (days|hours|minutes|weeks)) [is it|is|are|are there|passes|lies] [from|between] {from:moment} (to|until|till|and) {to:moment}',
      '[what is] [the] (duration|time|difference|days|hours) (from|between) {from:moment} (to|until|till|and) {to:moment}',
    ],
  },
  {
    wants: 'current_time',
    example: 'what time is it in Tokyo?',
    says: [
      "(what time is it|what's the time|whats the time|what is the time|what is the [current] time|what's the current time|what is the date|what day is it) [now|right now|today] (in|at) {zone:zone}",
      '[current|local|show the|tell me the|the] time (in|at) {zone:zone}',
      'how late is it (in|at) {zone:zone}',
    ],
  },
  {
    wants: 'current_time',
    says: [
      "(what time is it|what's the time|whats the time|what is the [current] time|what's the current time|how late is it|what is the [current] date|what's the date|what day is it|what date is it) [now|right now|today|today's date|here]",
      '[show|get|the] [current] (time|date)',
      'what is the date today',
      'what day is today',
    ],
    with: () => ({}),
  },
];
