import type { DateOrder } from '../file/import-entry.js';

const MAX_LENGTH = 60;
const time = '(?:[T ;,]+(\\d{1,2}):?(\\d{2})(?::?(\\d{2})(?:[.,](\\d{1,9}))?)?\\s*(Z|UTC|[+-]\\d{2}:?\\d{2})?)?';
const yearFirst = new RegExp(`^(\\d{4})([-/.])(\\d{1,2})\\2(\\d{1,2})${time}$`);
const compact = new RegExp(`^(\\d{4})()(\\d{2})(\\d{2})${time}$`);
const yearLast = new RegExp(`^(\\d{1,2})([./-])(\\d{1,2})\\2(\\d{4})${time}$`);
/** Matches the effective date that brokers append to a date. */
const effective = / as of .*$/;

export interface DateRules {
  /** Order of day and month when the year is last; null: such dates are invalid. */
  order: DateOrder | null;
  /**
   * True: an offset shifts the time to UTC. False: day and time are read as written, so that the calendar day stays the
   * same.
   */
  shifts: boolean;
}

/** Reads a date, or a date with a time. @returns RFC 3339 in UTC; undefined for an invalid one */
export function readDate(text: string, { order, shifts }: DateRules): string | undefined {
  const trimmed = text.replace(effective, '').trim();
  if (trimmed.length > MAX_LENGTH) return undefined;
  const first = yearFirst.exec(trimmed) ?? compact.exec(trimmed);
  const last = first === null && order !== null ? yearLast.exec(trimmed) : null;
  const found = first ?? last;
  if (found === null) return undefined;
  const [year, month, day] =
    first !== null
      ? [first[1], first[3], first[4]]
      : order === 'dmy'
        ? [last?.[4], last?.[3], last?.[1]]
        : [last?.[4], last?.[1], last?.[3]];
  const at = instantOf([year, month, day, found[5] ?? 0, found[6] ?? 0, found[7] ?? 0].map(Number), found[8]);
  if (at === undefined) return undefined;
  return new Date(shifts ? at - offsetMs(found[9]) : at).toISOString();
}

function instantOf(
  [year = 0, month = 0, day = 0, hour = 0, minute = 0, second = 0]: number[],
  fraction = '',
): number | undefined {
  const date = new Date(
    Date.UTC(year, month - 1, day, hour, minute, second, Math.floor(Number(`0.${fraction || 0}`) * 1_000)),
  );
  const isReal =
    year > 0 &&
    date.getUTCMonth() === month - 1 &&
    date.getUTCDate() === day &&
    hour < 24 &&
    minute < 60 &&
    second < 60;
  // `Date.UTC` changes the years 0 to 99 to 1900 to 1999, so such years are invalid.
  return isReal && date.getUTCFullYear() === year ? date.getTime() : undefined;
}

function offsetMs(offset: string | undefined): number {
  const parts = /^([+-])(\d{2}):?(\d{2})$/.exec(offset ?? '');
  return parts === null ? 0 : (parts[1] === '-' ? -1 : 1) * (Number(parts[2]) * 60 + Number(parts[3])) * 60_000;
}

/**
 * Returns the order of day and month in a date whose year is last; `ambiguous` if both orders are possible; undefined
 * for other texts, and if day and month are equal.
 */
export function dateOrderOf(text: string): DateOrder | 'ambiguous' | undefined {
  const found = text.length > MAX_LENGTH ? null : yearLast.exec(text.replace(effective, '').trim());
  if (found === null) return undefined;
  const [one, other] = [Number(found[1]), Number(found[3])];
  if (one > 12 || found[2] === '.') return 'dmy';
  if (other > 12) return 'mdy';
  return one === other ? undefined : 'ambiguous';
}
