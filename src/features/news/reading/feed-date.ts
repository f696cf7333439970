import { DAY_MS, HOUR_MS, MINUTE_MS } from '../../../time/durations.js';

/**
 * The first letters of the months in languages whose feeds use them although RFC 822 does not allow it: English,
 * German, French, Spanish, Italian, Portuguese, Dutch.
 */
const months: ReadonlyArray<readonly string[]> = [
  ['jan', 'jän', 'janv', 'ene', 'gen'],
  ['feb', 'fév', 'fev'],
  ['mar', 'mär', 'maa', 'mrt'],
  ['apr', 'avr', 'abr'],
  ['may', 'mai', 'mag', 'mei'],
  ['jun', 'juin', 'giu'],
  ['jul', 'juil', 'lug'],
  ['aug', 'aoû', 'aou', 'ago'],
  ['sep', 'set'],
  ['oct', 'okt', 'ott', 'out'],
  ['nov'],
  ['dec', 'dez', 'déc', 'dic'],
];

/** Offsets from UTC (hours) of the zone names of RFC 822 and of other frequent ones. */
const zones: Readonly<Record<string, number>> = {
  z: 0,
  ut: 0,
  utc: 0,
  gmt: 0,
  wet: 0,
  west: 1,
  bst: 1,
  cet: 1,
  cest: 2,
  eet: 2,
  eest: 3,
  msk: 3,
  ist: 5.5,
  jst: 9,
  kst: 9,
  hkt: 8,
  aest: 10,
  aedt: 11,
  est: -5,
  edt: -4,
  cst: -6,
  cdt: -5,
  mst: -7,
  mdt: -6,
  pst: -8,
  pdt: -7,
  akst: -9,
  akdt: -8,
  hst: -10,
  nzst: 12,
  nzdt: 13,
};

const iso = /^(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?(?:[T\s]+(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?)?\s*(.*)$/i;
const rfc822 =
  /^(?:\p{L}+\.?,?\s+)?(\d{1,2})[\s-]+(\p{L}{3,12})\.?[\s-]+(\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?\s*(.*)$/iu;
/** Matches `Mon Jan 2 15:04:05 UTC 2006` and `January 2, 2006 15:04`. */
const monthFirst =
  /^(?:\p{L}{3,9},?\s+)?(\p{L}{3,12})\.?\s+(\d{1,2}),?\s+(?:(\d{1,2}):(\d{2})(?::(\d{2}))?\s+([A-Z]{1,5}\s+)?)?(\d{4})\s*(.*)$/iu;

/** Matches `Saturday, November 21st, 2026 at 3:05 p.m. EST`. */
const american =
  /^(?:\p{L}{3,9}\.?,?\s+)?(\p{L}{3,12})\.?\s+(\d{1,2})(?:st|nd|rd|th)?,?\s+(\d{4})(?:,?\s+(?:at\s+)?(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\.?)?)?(?:\s+(.*))?$/iu;
/** Matches `2026/11/21`, `21/11/2026` and `11/21/2026`, with or without a time. */
const slashes =
  /^(\d{1,4})\/(\d{1,2})\/(\d{1,4})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?(?:\s*([ap])\.?m\.?)?)?(?:\s+(.*))?$/i;
/** Matches an ISO 8601 week date such as `2026-W47-6`. */
const week = /^(\d{4})-?W(\d{2})(?:-?([1-7]))?(?:T(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?\s*(.*))?$/i;
/** Matches seconds or milliseconds since 1970. */
const epoch = /^(?:(\d{10})(?:\.\d{1,9})?|(\d{13}))$/;
/** Accepted range of seconds, from 2001 to 2032. Larger numbers can be a day with an hour (`2033010100`). */
const EPOCH = { from: 1_000_000_000, to: 1_970_000_000 };

/**
 * Parses the dates of feeds: RFC 822 with its many deviations, RFC 3339, W3CDTF and week dates, American dates, dates
 * with slashes whose day is after the 12th, and seconds or milliseconds since 1970. A weekday is ignored, since it is
 * often wrong; a date without a zone is in UTC.
 * @returns undefined for a text that is not a date, or is ambiguous (`3/4/2026`)
 */
export function feedDate(text: string): Date | undefined {
  const given = text.trim().slice(0, 100);
  const number = epoch.exec(given);
  if (number) {
    const seconds = number[2] === undefined ? Number(given) : Number(given) / 1_000;
    return seconds >= EPOCH.from && seconds < EPOCH.to ? new Date(seconds * 1_000) : undefined;
  }
  const inWeek = week.exec(given);
  if (inWeek) return weekDate(inWeek);
  const slashed = slashes.exec(given);
  if (slashed) return slashedDate(slashed);
  const whole = iso.exec(given);
  if (whole)
    return dateOf({
      year: whole[1],
      month: Number(whole[2] ?? 1),
      day: whole[3] ?? '1',
      hour: whole[4],
      minute: whole[5],
      second: whole[6],
      zone: whole[7],
    });
  const mail = rfc822.exec(given);
  if (mail)
    return dateOf({
      day: mail[1],
      month: monthOf(mail[2]),
      year: mail[3],
      hour: mail[4],
      minute: mail[5],
      second: mail[6],
      zone: mail[7],
    });
  const spelled = american.exec(given);
  if (spelled) {
    const [, month, day, year, hour, minute, second, half, zone] = spelled;
    return dateOf({ month: monthOf(month), day, year, hour: hourOf(hour, half), minute, second, zone });
  }
  const other = monthFirst.exec(given);
  if (other)
    return dateOf({
      month: monthOf(other[1]),
      day: other[2],
      hour: other[3],
      minute: other[4],
      second: other[5],
      zone: other[6] ?? other[8],
      year: other[7],
    });
  return undefined;
}

function slashedDate([, first = '', second = '', third = '', hour, minute, seconds, half, zone]: RegExpExecArray):
  | Date
  | undefined {
  const time = { hour: hourOf(hour, half), minute, second: seconds, zone };
  if (first.length === 4)
    return third.length > 2 ? undefined : dateOf({ year: first, month: Number(second), day: third, ...time });
  const isDayFirst = Number(first) > 12;
  // Both numbers can be the month, and they differ, so the order (European or American) is unknown.
  if (
    third.length !== 4 ||
    first.length > 2 ||
    (!isDayFirst && Number(second) <= 12 && Number(first) !== Number(second))
  )
    return undefined;
  return dateOf({ year: third, month: Number(isDayFirst ? second : first), day: isDayFirst ? first : second, ...time });
}

/** Returns the time of a week date. The first week of a year contains its first Thursday; weeks begin on Monday. */
function weekDate([, year = '', number = '', day = '1', hour, minute, second, zone]: RegExpExecArray):
  | Date
  | undefined {
  const start = dateOf({ year, month: 1, day: '1', hour, minute, second, zone });
  if (start === undefined) return undefined;
  const weekdayOf = (month: number, date: number) => new Date(Date.UTC(Number(year), month, date)).getUTCDay() || 7;
  const isLong = weekdayOf(0, 1) === 4 || weekdayOf(11, 31) === 4;
  if (Number(number) < 1 || Number(number) > (isLong ? 53 : 52)) return undefined;
  // The 4th of January is always in the first week.
  return new Date(start.getTime() + (3 - weekdayOf(0, 4) + 7 * (Number(number) - 1) + Number(day)) * DAY_MS);
}

/** Returns the hour of the 24-hour clock, converted from `am` or `pm` if given; `none` for an invalid hour. */
function hourOf(hour: string | undefined, half: string | undefined): string | undefined {
  if (hour === undefined || half === undefined) return hour;
  if (Number(hour) < 1 || Number(hour) > 12) return 'none';
  return String((Number(hour) % 12) + (half.toLowerCase() === 'p' ? 12 : 0));
}

interface Parts {
  year: string | undefined;
  month: number;
  day: string | undefined;
  hour?: string;
  minute?: string;
  second?: string;
  zone?: string;
}

function dateOf({ year, month, day, hour = '0', minute = '0', second = '0', zone = '' }: Parts): Date | undefined {
  const offset = offsetMs(zone.trim());
  // Two-digit years below 50 are of this century (RFC 2822 §4.3).
  const full = year?.length === 2 ? Number(year) + (Number(year) < 50 ? 2000 : 1900) : Number(year);
  const [days, hours, minutes, seconds] = [Number(day), Number(hour), Number(minute), Math.min(Number(second), 59)];
  if (offset === undefined || full < 1970 || full > 2200 || month < 1 || month > 12 || !(hours <= 24) || minutes > 59)
    return undefined;
  const lastDay = new Date(Date.UTC(full, month, 0)).getUTCDate();
  if (days < 1 || days > lastDay) return undefined;
  return new Date(Date.UTC(full, month - 1, days, hours, minutes, seconds) - offset);
}

function monthOf(name: string | undefined): number {
  const lower = (name ?? '').toLowerCase();
  return 1 + months.findIndex((names) => names.some((start) => lower.startsWith(start)));
}

/** Returns the offset of a zone from UTC (ms). @returns undefined for an unknown zone */
function offsetMs(zone: string): number | undefined {
  const numeric = /^(?:GMT|UTC?)?\s*([+-])(\d{1,2}):?(\d{2})?(?:\s*\(.*\))?$/i.exec(zone);
  if (numeric)
    return (numeric[1] === '-' ? -1 : 1) * (Number(numeric[2]) * HOUR_MS + Number(numeric[3] ?? 0) * MINUTE_MS);
  if (zone === '') return 0;
  const hours = zones[zone.toLowerCase().replace(/[.\s]+$/, '')];
  if (hours !== undefined) return hours * HOUR_MS;
  // Military zone letters were defined with the wrong sign, so they count as UTC (RFC 2822 §4.3).
  return /^[a-ik-z]$/i.test(zone) ? 0 : undefined;
}
