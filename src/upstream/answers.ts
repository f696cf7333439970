import { badAnswer } from './upstream-error.js';

// Readers of the values in responses of vendors. Errors name the place of a value, never its content.

export type Fields = Record<string, unknown>;

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
export function isDay(value: unknown): value is string {
  const ms = typeof value === 'string' && dayShape.test(value) ? Date.parse(value) : Number.NaN;
  return !Number.isNaN(ms) && new Date(ms).toISOString().slice(0, 10) === value;
}

/** Reads an existing day such as `2024-01-15`. @throws UpstreamError `bad_answer` */
export function readDay(value: unknown, place: string): string {
  if (!isDay(value)) throw badAnswer(`${place} is not a valid day.`);
  return value;
}

/** Returns an existing day such as `2024-01-15`; null for anything else, because the row is valid without it. */
export const optionalDay = (value: unknown): string | null => (isDay(value) ? value : null);

/** Reads a text, cut to 200 characters. @returns null if missing, empty or not a text */
export function readText(value: unknown): string | null {
  return typeof value === 'string' && value.trim() !== '' && !absent.has(value) ? value.trim().slice(0, 200) : null;
}

/** Returns a value as an object. @throws UpstreamError `bad_answer` if it is not an object */
export function readRecord(value: unknown, place: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badAnswer(`${place} is not an object.`);
  return value as Fields;
}

/** Returns a value as a list. @throws UpstreamError `bad_answer` if it is not a list */
export function readList(value: unknown, place: string): unknown[] {
  if (!Array.isArray(value)) throw badAnswer(`${place} is not a list.`);
  return value;
}

/** Returns the trimmed text; null if the value is not a text or is empty. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** Returns the trimmed text of a field; null if the value is not an object or the field has no text. */
export const textIn = (value: unknown, field: string): string | null =>
  typeof value === 'object' && value !== null ? textOf((value as Fields)[field]) : null;

/** Returns the trimmed text. @throws UpstreamError `bad_answer` if the value is not a text or is empty */
export function requireText(value: unknown, place: string): string {
  const text = textOf(value);
  if (text === null) throw badAnswer(`${place} is not a text.`);
  return text;
}

/** Returns the number; null if the value is not a finite number. */
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** Parses a decimal number; null if the value is not a text with one. */
export const numeralOf = (value: unknown): number | null =>
  typeof value === 'string' && numeric.test(value.trim()) ? numberOf(Number(value)) : null;

/** Returns a position in degrees. @throws UpstreamError `bad_answer` for invalid coordinates */
export function positionOf(lat: unknown, lon: unknown): { lat: number; lon: number } {
  const place = { lat: numberOf(lat), lon: numberOf(lon) };
  if (place.lat === null || place.lon === null || Math.abs(place.lat) > 90 || Math.abs(place.lon) > 180)
    throw badAnswer('A position is invalid.');
  return place as { lat: number; lon: number };
}

/**
 * Parses a time.
 * @param value milliseconds, or a text that `Date.parse` accepts
 * @throws UpstreamError `bad_answer` for a time outside the years 1970 to 2200
 */
export function timeOf(value: unknown, place: string): Date {
  const ms = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (!(ms >= 0 && ms <= 7_258_118_400_000)) throw badAnswer(`${place} is not a time.`);
  return new Date(ms);
}
