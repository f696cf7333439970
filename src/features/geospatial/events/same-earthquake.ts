import { distanceMeters } from '../sphere.js';
import type { StoredEvent, ValidReport } from './stored-event.js';

/**
 * The providers of earthquakes, best first. When several of them report the same earthquake, it is one event with the
 * data of the best provider.
 */
const authorities = ['usgs', 'gdacs'];
export const SAME_EARTHQUAKE_MS = 120_000;
const SAME_EARTHQUAKE_METERS = 100_000;

type Described = Pick<StoredEvent, 'provider' | 'type' | 'position' | 'startedAt'>;

export const canBeJoined = ({ provider, type }: Pick<Described, 'provider' | 'type'>): boolean =>
  type === 'earthquake' && authorities.includes(provider);

/**
 * True if two reports of different providers describe the same earthquake: they are within 2 minutes and 100 km, the
 * usual difference between first estimates.
 */
export const isSameEarthquake = (one: Described, other: Described): boolean =>
  canBeJoined(one) &&
  canBeJoined(other) &&
  one.provider !== other.provider &&
  Math.abs(one.startedAt.getTime() - other.startedAt.getTime()) <= SAME_EARTHQUAKE_MS &&
  distanceMeters(one.position.lat, one.position.lon, other.position.lat, other.position.lon) <= SAME_EARTHQUAKE_METERS;

/** True if provider `one` is better than `other`. */
export const outranks = (one: string, other: string): boolean => authorities.indexOf(one) < authorities.indexOf(other);

type Details = StoredEvent['details'];

/**
 * Returns the details of a secondary source, which are stored beside the details of a better source: `gdacsKey`,
 * `gdacsSeverity`, …
 */
export function secondaryDetails({
  provider,
  key,
  severity,
  url,
  reportedAt,
  details,
}: StoredEvent | ValidReport): Details {
  const aside = {
    Key: key,
    Severity: ownSeverity(provider, severity, details),
    Url: url,
    ReportedAt: reportedAt.toISOString(),
    AlertLevel: details.alertLevel ?? null,
  };
  return Object.fromEntries(Object.entries(aside).map(([name, value]) => [`${provider}${name}`, value]));
}

const isAside = (name: string, provider: string) =>
  name.startsWith(provider) && /^[A-Z]/.test(name.slice(provider.length));

/** Returns the details of all sources except `provider`. */
export const allSecondaryDetails = (details: Details, provider: string): Details =>
  Object.fromEntries(
    Object.entries(details).filter(([name]) => authorities.some((other) => other !== provider && isAside(name, other))),
  );

export const withoutSecondary = (details: Details, provider: string): Details =>
  Object.fromEntries(Object.entries(details).filter(([name]) => !isAside(name, provider)));

export const secondaryReportedAt = (details: Details, provider: string): Date =>
  new Date(Number(Date.parse(String(details[`${provider}ReportedAt`]))) || 0);

/** Returns the highest severity of all sources; a joined event has the severity of each source in its details. */
export const highestSeverity = (own: number, details: Details): number =>
  Math.max(own, ...authorities.map((provider) => Number(details[`${provider}Severity`] ?? 0)));

/** Returns the severity that a source itself reported, without the severities of other sources. */
export function ownSeverity(provider: string, severity: number, details: Details): number {
  const own = details[`${provider}Severity`];
  return typeof own === 'number' ? own : severity;
}
