import { unquote } from './quotes.ts';

/** A date or a time as tools read it: times of day with two digits and 24 hours, all else as it was written. */
export function readMoment(written: string): string | undefined {
  const moment = unquote(written)
    .replace(/^(the|at)\s+/i, '')
    .replace(/[?!.,]{1,9}$/, '');
  const key = moment.toLowerCase();
  if (key === 'noon' || key === 'midday') return '12:00';
  if (key === 'midnight') return '00:00';
  if (/^(right )?now$/.test(key)) return 'now';
  return clockTime(moment) ?? (moment || undefined);
}

function clockTime(moment: string): string | undefined {
  const [, hours, minutes = '00', half] =
    /^(\d{1,2})(?:[:.h](\d{2}))?\s?(a\.?m\.?|p\.?m\.?|o'clock|h)?$/i.exec(moment) ?? [];
  if (hours === undefined) return undefined;
  const isBare = !/\D/.test(moment);
  const isTwelve = /^[ap]/i.test(half ?? '');
  const hour = isTwelve ? (Number(hours) % 12) + (/^p/i.test(half ?? '') ? 12 : 0) : Number(hours);
  return isBare || hour > 23 ? undefined : `${String(hour).padStart(2, '0')}:${minutes}`;
}
