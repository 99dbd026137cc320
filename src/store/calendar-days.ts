/** `2026-11-25` in local time. */
export function calendarDay(date: Date): string {
  const part = (value: number, digits: number) => String(value).padStart(digits, '0');
  return `${part(date.getFullYear(), 4)}-${part(date.getMonth() + 1, 2)}-${part(date.getDate(), 2)}`;
}

export function monthOf(day: string): string {
  return day.slice(0, 7);
}

export function firstDayKept(now: Date): string {
  return calendarDay(new Date(now.getFullYear(), now.getMonth() - 1, 1));
}

/** The last one is that of `now`. */
export function lastDays(now: Date, count: number): readonly string[] {
  return Array.from({ length: count }, (_, at) =>
    calendarDay(new Date(now.getFullYear(), now.getMonth(), now.getDate() - (count - 1 - at))),
  );
}
