import { distanceMeters } from '../sphere.js';
import type { StoredEvent, ValidReport } from './stored-event.js';

/**
 * The providers of earthquakes, the best first. One earthquake of several providers is one event with the data of the
 * best.
 */
const authorities = ['usgs', 'gdacs'];
export const SAME_EARTHQUAKE_MS = 120_000;
const SAME_EARTHQUAKE_METERS = 100_000;

type Described = Pick<StoredEvent, 'provider' | 'type' | 'position' | 'startedAt'>;

export const canBeJoined = ({ provider, type }: Pick<Described, 'provider' | 'type'>): boolean =>
  type === 'earthquake' && authorities.includes(provider);

/** Whether two events are one earthquake: within 2 minutes and 100 km, by which first estimates of networks differ. */
export const isSameEarthquake = (one: Described, other: Described): boolean =>
  canBeJoined(one) &&
  canBeJoined(other) &&
  one.provider !== other.provider &&
  Math.abs(one.startedAt.getTime() - other.startedAt.getTime()) <= SAME_EARTHQUAKE_MS &&
  distanceMeters(one.position.lat, one.position.lon, other.position.lat, other.position.lon) <= SAME_EARTHQUAKE_METERS;

/** Whether `one` is the better source. */
export const outranks = (one: string, other: string): boolean => authorities.indexOf(one) < authorities.indexOf(other);

type Details = StoredEvent['details'];

/** The details of a secondary source, stored beside those of a better one: `gdacsKey`, `gdacsSeverity`, … */
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

/** The details of all sources other than `provider`. */
export const allSecondaryDetails = (details: Details, provider: string): Details =>
  Object.fromEntries(
    Object.entries(details).filter(([name]) => authorities.some((other) => other !== provider && isAside(name, other))),
  );

export const withoutSecondary = (details: Details, provider: string): Details =>
  Object.fromEntries(Object.entries(details).filter(([name]) => !isAside(name, provider)));

export const secondaryReportedAt = (details: Details, provider: string): Date =>
  new Date(Number(Date.parse(String(details[`${provider}ReportedAt`]))) || 0);

/** The highest severity of all sources; a joined event has the severity of each in its details. */
export const highestSeverity = (own: number, details: Details): number =>
  Math.max(own, ...authorities.map((provider) => Number(details[`${provider}Severity`] ?? 0)));

/** The severity of a source itself, before others raised it. */
export function ownSeverity(provider: string, severity: number, details: Details): number {
  const own = details[`${provider}Severity`];
  return typeof own === 'number' ? own : severity;
}
