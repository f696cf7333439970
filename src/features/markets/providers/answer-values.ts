import { badAnswer } from '../../../upstream/upstream-error.js';

/** Values that vendors send in place of a missing number. */
const absent: ReadonlySet<unknown> = new Set([null, undefined, '', 'NA', 'N/A']);
const numeric = /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/;
/** Plausible times, in the years 1980 to 2100: seconds that are mistaken for milliseconds are in 1970. */
const FIRST_MS = 315_532_800_000;
const LAST_MS = 4_102_444_800_000;
const dayShape = /^\d{4}-\d{2}-\d{2}$/;

/**
 * Reads a number, or one sent as text.
 * @param place names the field for the error, which never has its content
 * @returns null if missing: null, undefined, an empty text, `NA`, `N/A`
 * @throws UpstreamError `bad_answer` for anything else, including NaN and infinities
 */
export function readNumber(value: unknown, place: string): number | null {
  if (absent.has(value)) return null;
  const read =
    typeof value === 'number'
      ? value
      : typeof value === 'string' && numeric.test(value.trim())
        ? Number(value)
        : Number.NaN;
  if (!Number.isFinite(read)) throw badAnswer(`${place} is not a number.`);
  return read;
}

/**
 * Reads a price that may be missing; 0 counts as missing, as vendors send it before the first trade.
 * @throws UpstreamError `bad_answer` below 0, and as `readNumber`
 */
export function readPrice(value: unknown, place: string): number | null {
  const price = readNumber(value, place);
  if (price !== null && price < 0) throw badAnswer(`${place} is below zero.`);
  return price === 0 ? null : price;
}

/** Reads a price that must be there. @throws UpstreamError `bad_answer` for a price that is missing, 0 or negative */
export function requirePrice(value: unknown, place: string): number {
  const price = readPrice(value, place);
  if (price === null) throw badAnswer(`${place} is missing or zero.`);
  return price;
}

/** Reads a quantity that may be missing or 0. @throws UpstreamError `bad_answer` below 0, and as `readNumber` */
export function readVolume(value: unknown, place: string): number | null {
  const volume = readNumber(value, place);
  if (volume !== null && volume < 0) throw badAnswer(`${place} is below zero.`);
  return volume;
}

/**
 * Reads a time since 1970.
 * @param unitMs the unit in ms: 1000 for seconds
 * @returns null if missing or 0
 * @throws UpstreamError `bad_answer` for an implausible time
 */
export function readEpoch(value: unknown, unitMs: 1 | 1000, place: string): Date | null {
  const count = readNumber(value, place);
  if (count === null || count === 0) return null;
  const ms = count * unitMs;
  if (ms < FIRST_MS || ms > LAST_MS) throw badAnswer(`${place} is not a valid time.`);
  return new Date(Math.trunc(ms));
}

/** Reads a time since 1970 that must be there. @throws UpstreamError `bad_answer` when missing, and as `readEpoch` */
export function requireEpoch(value: unknown, unitMs: 1 | 1000, place: string): Date {
  const time = readEpoch(value, unitMs, place);
  if (time === null) throw badAnswer(`${place} is missing.`);
  return time;
}

/** Reads an RFC 3339 time of any precision; digits beyond milliseconds are cut off. @returns null if missing */
export function readInstant(value: unknown, place: string): Date | null {
  if (absent.has(value)) return null;
  const ms =
    typeof value === 'string' && /^\d{4}-\d{2}-\d{2}T[\d:.]+(?:Z|[+-]\d{2}:\d{2})$/.test(value)
      ? Date.parse(value)
      : Number.NaN;
  if (Number.isNaN(ms)) throw badAnswer(`${place} is not a valid time.`);
  return new Date(ms);
}

/** Returns true for an existing day such as `2024-01-15`. */
function isDay(value: unknown): value is string {
  const ms = typeof value === 'string' && dayShape.test(value) ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === value;
}

/** Reads an existing day such as `2024-01-15`. @throws UpstreamError `bad_answer` */
export function readDay(value: unknown, place: string): string {
  if (!isDay(value)) throw badAnswer(`${place} is not a valid day.`);
  return value;
}

/** Reads a text, cut to 200 characters. @returns null if missing, empty or not a text */
export function readText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' && !absent.has(value) ? value.trim().slice(0, 200) : null;
}

/** Returns a value as an object. @throws UpstreamError `bad_answer` if it is not an object */
export function readRecord(value: unknown, place: string): Record<string, unknown> {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badAnswer(`${place} is not an object.`);
  return value as Record<string, unknown>;
}

/** Returns a value as a list. @throws UpstreamError `bad_answer` if it is not a list */
export function readList(value: unknown, place: string): unknown[] {
  if (!Array.isArray(value)) throw badAnswer(`${place} is not a list.`);
  return value;
}
