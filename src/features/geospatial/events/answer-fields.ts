import { badAnswer, UpstreamError } from '../../../upstream/upstream-error.js';
import type { GeoEventReport } from '../geo-event.js';

/** What was read of an answer. */
export interface ReadReports {
  reports: GeoEventReport[];
  /** How many were left out because they are not of the documented form. */
  skipped: number;
  /** Keys of those among the skipped that have a readable one; without it, it is not known which event is meant. */
  skippedKeys: string[];
  /** How many were in order and of no use here. */
  unused?: number;
}

export type Fields = Record<string, unknown>;

/** @param place names where it stands, for the error; never its content. @throws UpstreamError `bad_answer` for what is no object */
export function fieldsOf(value: unknown, place: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw badAnswer(`${place} is no object.`);
  return value as Fields;
}

/** @throws UpstreamError `bad_answer` for what is no list */
export function listOf(value: unknown, place: string): unknown[] {
  if (!Array.isArray(value)) throw badAnswer(`${place} is no list.`);
  return value;
}

/** Null for what is no text, or an empty one. */
export const textOf = (value: unknown): string | null => (typeof value === 'string' && value.trim() !== '' ? value.trim() : null);

/** The text of a field; null where there is none, also of what is no object. */
export const textIn = (value: unknown, field: string): string | null => (typeof value === 'object' && value !== null ? textOf((value as Fields)[field]) : null);

/** @throws UpstreamError `bad_answer` for what is no text, or an empty one */
export function requireText(value: unknown, place: string): string {
  const text = textOf(value);
  if (text === null) throw badAnswer(`${place} is no text.`);
  return text;
}

/** Null for what is no finite number. */
export const numberOf = (value: unknown): number | null => (typeof value === 'number' && Number.isFinite(value) ? value : null);

/** Of a number written as text; null for what is none. */
export const numeralOf = (value: unknown): number | null =>
  typeof value === 'string' && /^[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:[eE][+-]?\d{1,3})?$/.test(value.trim()) ? numberOf(Number(value)) : null;

/** Degrees. @throws UpstreamError `bad_answer` for what is no place on Earth */
export function positionOf(lat: unknown, lon: unknown): { lat: number; lon: number } {
  const place = { lat: numberOf(lat), lon: numberOf(lon) };
  if (place.lat === null || place.lon === null || Math.abs(place.lat) > 90 || Math.abs(place.lon) > 180) throw badAnswer('A place is none.');
  return place as { lat: number; lon: number };
}

/** Whatever `Date.parse` knows, or milliseconds. @throws UpstreamError `bad_answer` for no time of the years 1970 to 2200 */
export function timeOf(value: unknown, place: string): Date {
  const ms = typeof value === 'number' ? value : typeof value === 'string' ? Date.parse(value) : Number.NaN;
  if (!(ms >= 0 && ms <= 7_258_118_400_000)) throw badAnswer(`${place} is no time.`);
  return new Date(ms);
}

/**
 * Reads a list one by one; a bad one does not spoil the others.
 * @param read undefined for what is in order and of no use here
 * @param keyOf what the source calls a bad one; null when that cannot be read
 * @throws UpstreamError `bad_answer` when every one is bad
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
  if (skipped > 0 && skipped === all.length) throw badAnswer('Nothing of the answer is of the documented form.');
  return { reports, skipped, skippedKeys };
}

/**
 * The keys of all events that an answer lists, also of those that could not be read.
 * @returns undefined when one of them has no readable key: then the answer does not say what is missing from it
 */
export function listedKeys({ reports, skipped, skippedKeys }: ReadReports): ReadonlySet<string> | undefined {
  return skipped === skippedKeys.length ? new Set([...reports.map(({ key }) => key), ...skippedKeys]) : undefined;
}
