import { closestName } from '../config/closest-name.js';
import { countryCodes, countryNamed } from '../gazetteer/country-words.js';
import { DAY_MS } from '../time/durations.js';
import { TimeZone } from '../time/time-zone.js';
import { QueryError } from './query-tokens.js';
import {
  type Circle,
  type FieldClause,
  type FieldName,
  type NumberRange,
  type RangeField,
  type SearchArea,
  searchFields,
} from './search-query.js';

const MAX_VALUES = 20;
/** Radius of `near:lat,lon` without a distance (m). */
const DEFAULT_RADIUS_METERS = 50_000;
/** Minimum radius around a place that is named (m). */
const NAMED_RADIUS_METERS = 150_000;
const MAX_RADIUS_METERS = 5_000_000;
const METERS: Readonly<Record<string, number>> = { m: 1, km: 1_000, nm: 1_852 };
const NUMBER = String.raw`-?\d{1,9}(?:\.\d{1,9})?`;

/** Number of digits of ships' identifiers. */
const DIGITS: Readonly<Record<string, number>> = { imo: 7, mmsi: 9 };

export interface FieldOptions {
  timeZone: string;
  areaOf?(name: string): SearchArea | undefined;
}

/** Returns the clause of a field. @param at position of the value, for errors @throws QueryError */
export function fieldClause(
  field: FieldName,
  value: string,
  at: number,
  { timeZone, areaOf }: FieldOptions,
): FieldClause {
  if (value === '') throw new QueryError(at, `${field}: needs a value`);
  if (field === 'near') return nearClause(value, at, areaOf);
  if (field === 'after' || field === 'before') return { kind: 'field', field, at: timeOf(value, at, timeZone) };
  if (searchFields[field] === 'range') return { kind: 'field', field: field as RangeField, range: rangeOf(value, at) };
  const values = [...new Set(value.toLowerCase().split(','))].filter((one) => one !== '');
  if (values.length === 0 || values.length > MAX_VALUES)
    throw new QueryError(at, `${field}: takes 1 to ${MAX_VALUES} values, separated by commas`);
  if (field === 'in') return { kind: 'field', field, areas: values.map((name) => namedArea(name, at, areaOf)) };
  if (field === 'flag' || field === 'country')
    return { kind: 'field', field, values: values.map((name) => countryCode(name, at)) };
  const digits = DIGITS[field];
  if (digits !== undefined && !values.every((one) => one.length === digits && /^\d+$/.test(one)))
    throw new QueryError(at, `this must be ${digits} digits`);
  return { kind: 'field', field: field as 'type', values };
}

/**
 * Converts the name or code of a country.
 * @returns the country code in lower case
 * @throws QueryError that suggests the most similar country
 */
function countryCode(name: string, at: number): string {
  const code = countryNamed(name);
  if (code !== undefined) return code.toLowerCase();
  const closest = name.length > 3 ? closestName(name, [...countryCodes().keys()]) : undefined;
  const advice = closest === undefined ? '' : ` Did you mean ${countryCodes().get(closest)} (${closest})?`;
  throw new QueryError(at, `no country has this code (ISO 3166-1 alpha-2, such as PA) or this name.${advice}`);
}

function namedArea(name: string, at: number, areaOf: FieldOptions['areaOf']): SearchArea {
  const area = areaOf?.(name);
  if (area !== undefined) return area;
  throw new QueryError(
    at,
    'no known place has this name. in: takes the name of a country, state, city, port or sea, such as in:japan or ' +
      'in:"north sea"; near: also takes a position.',
  );
}

/**
 * Parses a range: `10`, `>10`, `>=10`, `<10`, `<=10`, `10..20`, `10..*`, `*..20`.
 * @throws QueryError
 */
function rangeOf(value: string, at: number): NumberRange {
  const [, sign, bound] = new RegExp(`^(>=|<=|>|<)?(${NUMBER})$`).exec(value) ?? [];
  if (bound !== undefined) {
    const number = Number(bound);
    if (sign === undefined) return { min: number, max: number };
    return sign.startsWith('>')
      ? { min: number, isMinExclusive: sign === '>' }
      : { max: number, isMaxExclusive: sign === '<' };
  }
  const [, from, to] = new RegExp(`^(\\*|${NUMBER})\\.\\.(\\*|${NUMBER})$`).exec(value) ?? [];
  const range = { min: from === '*' ? undefined : Number(from), max: to === '*' ? undefined : Number(to) };
  const isValid = from !== undefined && (range.min === undefined || range.max === undefined || range.min <= range.max);
  if (!isValid)
    throw new QueryError(at, 'this must be a number or a range: 10, >10, >=10, <10, <=10, 10..20, 10..* or *..20');
  return range;
}

/**
 * Parses a day, which means its midnight in the time zone, or an RFC 3339 time.
 * @throws QueryError
 */
function timeOf(value: string, at: number, timeZone: string): Date {
  const [, year, month, day, time] =
    /^(\d{4})-(\d{2})-(\d{2})(T\d{2}:\d{2}:\d{2}(?:\.\d{1,9})?(?:Z|[+-]\d{2}:\d{2}))?$/i.exec(value) ?? [];
  const midnight = year === undefined ? Number.NaN : Date.UTC(Number(year), Number(month) - 1, Number(day));
  const isDay = Number(year) > 0 && new Date(midnight).toISOString().startsWith(`${year}-${month}-${day}`);
  const instant = !isDay
    ? Number.NaN
    : time === undefined
      ? TimeZone.of(timeZone).instantOf(midnight / DAY_MS)
      : Date.parse(value);
  if (Number.isNaN(instant))
    throw new QueryError(at, 'this must be a day such as 2026-11-20 or an RFC 3339 time such as 2026-11-20T23:15:00Z');
  return new Date(instant);
}

/** Parses the name of a place, or a circle. @throws QueryError */
function nearClause(value: string, at: number, areaOf: FieldOptions['areaOf']): FieldClause {
  const [, name = '', distance] = /^(\p{L}[^,]*)(?:,(\d[\d.]*(?:m|km|nm)))?$/iu.exec(value) ?? [];
  const area = name === '' ? undefined : areaOf?.(name.toLowerCase());
  if (area?.circle === undefined)
    return area === undefined || distance !== undefined
      ? { kind: 'field', field: 'near', circle: circleOf(value, at) }
      : { kind: 'field', field: 'in', areas: [area] };
  const { lat, lon, radiusMeters } = area.circle;
  const circle =
    distance === undefined
      ? { lat, lon, radiusMeters: Math.max(radiusMeters, NAMED_RADIUS_METERS) }
      : circleOf(`${lat},${lon},${distance}`, at);
  return { kind: 'field', field: 'near', circle };
}

/**
 * Parses a circle: `lat,lon` or `lat,lon,20km`.
 * @throws QueryError
 */
function circleOf(value: string, at: number): Circle {
  const [, lat, lon, distance, unit] =
    new RegExp(`^(${NUMBER}),(${NUMBER})(?:,(\\d{1,9}(?:\\.\\d{1,9})?)(m|km|nm))?$`, 'i').exec(value) ?? [];
  const circle = {
    lat: Number(lat),
    lon: Number(lon),
    radiusMeters:
      distance === undefined
        ? DEFAULT_RADIUS_METERS
        : Number(distance) * (METERS[unit?.toLowerCase() ?? 'm'] as number),
  };
  const isOnEarth = Math.abs(circle.lat) <= 90 && Math.abs(circle.lon) <= 180;
  if (lat === undefined || !isOnEarth || circle.radiusMeters <= 0 || circle.radiusMeters > MAX_RADIUS_METERS) {
    throw new QueryError(
      at,
      'this must be a latitude, a longitude and a distance of at most 5000km, such as 51.95,4.05,20km, or the name of ' +
        'a known place, such as rotterdam or rotterdam,20km',
    );
  }
  return circle;
}
