import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { GeoEventReport } from '../geo-event.js';

/** The reports read from a response of a source. */
export interface ReadReports {
  reports: GeoEventReport[];
  /** Number of records skipped because they do not have the documented format. */
  skipped: number;
  /** Keys of the skipped records whose key is readable. */
  skippedKeys: string[];
  /** Number of valid records that are not used. */
  unused?: number;
}

export type Fields = Record<string, unknown>;

/**
 * Returns the value if it is an object.
 * @param place name of the value for the error message
 * @throws UpstreamError `bad_answer` if the value is not an object
 */
export function fieldsOf(value: unknown, place: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badAnswer(`${place} is not an object.`);
  return value as Fields;
}

/** Returns the value if it is a list. @throws UpstreamError `bad_answer` if it is not */
export function listOf(value: unknown, place: string): unknown[] {
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
  typeof value === 'string' && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(value.trim())
    ? numberOf(Number(value))
    : null;

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

/**
 * Reads records individually, so that an invalid record does not affect the others.
 * @param read returns undefined for a valid record that is not used
 * @param keyOf returns the key of an invalid record; null if it is unreadable
 * @throws UpstreamError `bad_answer` when every record is invalid
 */
export function readAll(
  all: readonly unknown[],
  read: (one: unknown) => GeoEventReport | undefined,
  keyOf: (one: unknown) => string | null = () => null,
): ReadReports {
  const reports: GeoEventReport[] = [];
  const skippedKeys: string[] = [];
  let skipped = 0;
  for (const one of all) {
    try {
      const report = read(one);
      if (report !== undefined) reports.push(report);
    } catch (error) {
      if (!(error instanceof UpstreamError)) throw error;
      skipped += 1;
      const key = keyOf(one);
      if (key !== null) skippedKeys.push(key);
    }
  }
  if (skipped > 0 && skipped === all.length) throw badAnswer('No record of the answer has the documented form.');
  return { reports, skipped, skippedKeys };
}

/**
 * Returns the keys of all events in a response, including keys of invalid records.
 * @returns undefined if a record has no readable key, because missing events then cannot be determined
 */
export function listedKeys({ reports, skipped, skippedKeys }: ReadReports): ReadonlySet<string> | undefined {
  return skipped === skippedKeys.length ? new Set([...reports.map(({ key }) => key), ...skippedKeys]) : undefined;
}
