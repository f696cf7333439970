import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { GeoEventReport } from '../geo-event.js';

/** The reports read from an answer of a source. */
export interface ReadReports {
  reports: GeoEventReport[];
  /** The number of records skipped because they do not have the documented form. */
  skipped: number;
  /** The keys of skipped records that have a readable key. */
  skippedKeys: string[];
  /** The number of valid records that are not used. */
  unused?: number;
}

export type Fields = Record<string, unknown>;

/**
 * @param place names the value in the error, without its content.
 * @throws UpstreamError `bad_answer` if the value is not an object
 */
export function fieldsOf(value: unknown, place: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    throw badAnswer(`${place} is not an object.`);
  return value as Fields;
}

/** @throws UpstreamError `bad_answer` if the value is not a list */
export function listOf(value: unknown, place: string): unknown[] {
  if (!Array.isArray(value)) throw badAnswer(`${place} is not a list.`);
  return value;
}

/** The trimmed text; null if the value is not a text or is empty. */
export const textOf = (value: unknown): string | null =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : null;

/** The trimmed text of a field; null if the value is not an object or the field has no text. */
export const textIn = (value: unknown, field: string): string | null =>
  typeof value === 'object' && value !== null ? textOf((value as Fields)[field]) : null;

/** @throws UpstreamError `bad_answer` if the value is not a text or is empty */
export function requireText(value: unknown, place: string): string {
  const text = textOf(value);
  if (text === null) throw badAnswer(`${place} is not a text.`);
  return text;
}

/** The number; null if the value is not a finite number. */
export const numberOf = (value: unknown): number | null =>
  typeof value === 'number' && Number.isFinite(value) ? value : null;

/** The number that a text contains; null if it is not a decimal number. */
export const numeralOf = (value: unknown): number | null =>
  typeof value === 'string' && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(value.trim())
    ? numberOf(Number(value))
    : null;

/** A position in degrees. @throws UpstreamError `bad_answer` for invalid coordinates */
export function positionOf(lat: unknown, lon: unknown): { lat: number; lon: number } {
  const place = { lat: numberOf(lat), lon: numberOf(lon) };
  if (place.lat === null || place.lon === null || Math.abs(place.lat) > 90 || Math.abs(place.lon) > 180)
    throw badAnswer('A position is invalid.');
  return place as { lat: number; lon: number };
}

/**
 * @param value milliseconds, or a text that `Date.parse` accepts.
 * @throws UpstreamError `bad_answer` for a time outside the years 1970 to 2200
 */
export function timeOf(value: unknown, place: string): Date {
  const ms = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (!(ms >= 0 && ms <= 7_258_118_400_000)) throw badAnswer(`${place} is not a time.`);
  return new Date(ms);
}

/**
 * Reads records one by one, so that an invalid record does not affect the others.
 * @param read returns undefined for a valid record that is not used
 * @param keyOf the key of an invalid record; null if it cannot be read
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
 * The keys of all events in an answer, including invalid ones.
 * @returns undefined if one has no readable key, because then missing events cannot be determined
 */
export function listedKeys({ reports, skipped, skippedKeys }: ReadReports): ReadonlySet<string> | undefined {
  return skipped === skippedKeys.length ? new Set([...reports.map(({ key }) => key), ...skippedKeys]) : undefined;
}
