import { HOUR_MS, MINUTE_MS } from '../../../durations.js';

/** The first letters of the months in languages whose feeds use them although RFC 822 does not allow it: English, German, French, Spanish, Italian, Portuguese, Dutch. */
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

/** Zone names of RFC 822 and frequent ones beyond it, in hours from UTC. */
const zones: Readonly<Record<string, number>> = {
  ...{ z: 0, ut: 0, utc: 0, gmt: 0, wet: 0, west: 1, bst: 1, cet: 1, cest: 2, eet: 2, eest: 3, msk: 3, ist: 5.5, jst: 9, kst: 9, hkt: 8, aest: 10, aedt: 11 },
  ...{ est: -5, edt: -4, cst: -6, cdt: -5, mst: -7, mdt: -6, pst: -8, pdt: -7, akst: -9, akdt: -8, hst: -10, nzst: 12, nzdt: 13 },
};

const iso = /^(\d{4})(?:-?(\d{2})(?:-?(\d{2}))?)?(?:[T\s]+(\d{1,2}):?(\d{2})(?::?(\d{2})(?:[.,]\d{1,9})?)?)?\s*(.*)$/i;
const rfc822 = /^(?:\p{L}+\.?,?\s+)?(\d{1,2})[\s-]+(\p{L}{3,12})\.?[\s-]+(\d{4}|\d{2})(?:,?\s+(\d{1,2}):(\d{2})(?::(\d{2}))?)?\s*(.*)$/iu;
/** `Mon Jan 2 15:04:05 UTC 2006` and `January 2, 2006 15:04`. */
const monthFirst = /^(?:\p{L}{3,9},?\s+)?(\p{L}{3,12})\.?\s+(\d{1,2}),?\s+(?:(\d{1,2}):(\d{2})(?::(\d{2}))?\s+([A-Z]{1,5}\s+)?)?(\d{4})\s*(.*)$/iu;

/**
 * Reads the dates that feeds have: RFC 822 with its many deviations, RFC 3339 and W3CDTF. A weekday is ignored, since it is often wrong; a date without a
 * zone is in UTC.
 * @returns undefined for a text that is not a date
 */
export function feedDate(text: string): Date | undefined {
  const given = text.trim().slice(0, 100);
  const whole = iso.exec(given);
  if (whole)
    return dateOf({ year: whole[1], month: Number(whole[2] ?? 1), day: whole[3] ?? '1', hour: whole[4], minute: whole[5], second: whole[6], zone: whole[7] });
  const mail = rfc822.exec(given);
  if (mail) return dateOf({ day: mail[1], month: monthOf(mail[2]), year: mail[3], hour: mail[4], minute: mail[5], second: mail[6], zone: mail[7] });
  const other = monthFirst.exec(given);
  if (other)
    return dateOf({ month: monthOf(other[1]), day: other[2], hour: other[3], minute: other[4], second: other[5], zone: other[6] ?? other[8], year: other[7] });
  return undefined;
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
  // RFC 2822 §4.3: two digits below 50 are of this century.
  const full = year?.length === 2 ? Number(year) + (Number(year) < 50 ? 2000 : 1900) : Number(year);
  const [days, hours, minutes, seconds] = [Number(day), Number(hour), Number(minute), Math.min(Number(second), 59)];
  if (offset === undefined || full < 1970 || full > 2200 || month < 1 || month > 12 || hours > 24 || minutes > 59) return undefined;
  const lastDay = new Date(Date.UTC(full, month, 0)).getUTCDate();
  if (days < 1 || days > lastDay) return undefined;
  return new Date(Date.UTC(full, month - 1, days, hours, minutes, seconds) - offset);
}

function monthOf(name: string | undefined): number {
  const lower = (name ?? '').toLowerCase();
  return 1 + months.findIndex((names) => names.some((start) => lower.startsWith(start)));
}

/** @returns undefined for an unknown zone */
function offsetMs(zone: string): number | undefined {
  const numeric = /^(?:GMT|UTC?)?\s*([+-])(\d{1,2}):?(\d{2})?(?:\s*\(.*\))?$/i.exec(zone);
  if (numeric) return (numeric[1] === '-' ? -1 : 1) * (Number(numeric[2]) * HOUR_MS + Number(numeric[3] ?? 0) * MINUTE_MS);
  if (zone === '') return 0;
  const hours = zones[zone.toLowerCase().replace(/[.\s]+$/, '')];
  if (hours !== undefined) return hours * HOUR_MS;
  // Military letters were defined with the wrong sign and count as UTC (RFC 2822 §4.3).
  return /^[a-ik-z]$/i.test(zone) ? 0 : undefined;
}
