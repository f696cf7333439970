import { distanceMeters } from '../sphere.js';
import type { StoredEvent, ValidReport } from './stored-event.js';

/** Who tells of earthquakes, with the better source first: what several of them tell is one event, told as the first has it. */
const authorities = ['usgs', 'gdacs'];
export const SAME_EARTHQUAKE_MS = 120_000;
const SAME_EARTHQUAKE_METERS = 100_000;

type Described = Pick<StoredEvent, 'provider' | 'type' | 'position' | 'startedAt'>;

export const canBeJoined = ({ provider, type }: Pick<Described, 'provider' | 'type'>): boolean => type === 'earthquake' && authorities.includes(provider);

/** Two sources' word of one earthquake: within 2 minutes and 100 km, by which networks differ at first. */
export const isSameEarthquake = (one: Described, other: Described): boolean =>
  canBeJoined(one) &&
  canBeJoined(other) &&
  one.provider !== other.provider &&
  Math.abs(one.startedAt.getTime() - other.startedAt.getTime()) <= SAME_EARTHQUAKE_MS &&
  distanceMeters(one.position.lat, one.position.lon, other.position.lat, other.position.lon) <= SAME_EARTHQUAKE_METERS;

/** Whether `one` is the better source. */
export const outranks = (one: string, other: string): boolean => authorities.indexOf(one) < authorities.indexOf(other);

type Details = StoredEvent['details'];

/** What of a source is kept beside the word of a better one: `gdacsKey`, `gdacsSeverity`, … */
export function secondaryDetails({ provider, key, severity, url, reportedAt, details }: StoredEvent | ValidReport): Details {
  const aside = {
    Key: key,
    Severity: ownSeverity(provider, severity, details),
    Url: url,
    ReportedAt: reportedAt.toISOString(),
    AlertLevel: details.alertLevel ?? null,
  };
  return Object.fromEntries(Object.entries(aside).map(([name, value]) => [`${provider}${name}`, value]));
}

const isAside = (name: string, provider: string) => name.startsWith(provider) && /^[A-Z]/.test(name.slice(provider.length));

/** What other sources than `provider` have said of an event. */
export const allSecondaryDetails = (details: Details, provider: string): Details =>
  Object.fromEntries(Object.entries(details).filter(([name]) => authorities.some((other) => other !== provider && isAside(name, other))));

export const withoutSecondary = (details: Details, provider: string): Details =>
  Object.fromEntries(Object.entries(details).filter(([name]) => !isAside(name, provider)));

export const secondaryReportedAt = (details: Details, provider: string): Date => new Date(Number(Date.parse(String(details[`${provider}ReportedAt`]))) || 0);

/** The highestSeverity of what the sources say: a joined event keeps the severity of each in its details. */
export const highestSeverity = (own: number, details: Details): number =>
  Math.max(own, ...authorities.map((provider) => Number(details[`${provider}Severity`] ?? 0)));

/** What a source itself says, before others raised it. */
export function ownSeverity(provider: string, severity: number, details: Details): number {
  const own = details[`${provider}Severity`];
  return typeof own === 'number' ? own : severity;
}
