export interface DayTexts {
  isToday(date: Date): boolean;
  /** With the day, unless that is today. */
  timeOf(date: Date): string;
  /** A day of the last week, or the month. */
  spanOf(date: Date): string;
}

/** Of a thousand conversations, formats that are made only once take a hundredth of the time. */
export function createDayTexts(now: Date, language: string): DayTexts {
  const format = (options: Intl.DateTimeFormatOptions) => new Intl.DateTimeFormat(language, options);
  const clock = format({ hour: 'numeric', minute: '2-digit' });
  const short = format({ day: 'numeric', month: 'short' });
  const long = format({ weekday: 'long', day: 'numeric', month: 'long' });
  const month = format({ month: 'long', year: 'numeric' });
  const daysAgo = (days: number) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - days);
  const [today, yesterday, week] = [daysAgo(0), daysAgo(1), daysAgo(6)];
  const isToday = (date: Date) => date >= today;
  return {
    isToday,
    timeOf: date => (isToday(date) ? '' : `${short.format(date)}, `) + clock.format(date),
    spanOf(date) {
      if (isToday(date)) return 'Today';
      if (date >= yesterday) return 'Yesterday';
      return (date >= week ? long : month).format(date);
    },
  };
}

/** Formats would throw at what is no time. */
export function dateOf(timestamp: string): Date {
  return new Date(Date.parse(timestamp) || 0);
}
