import { degrees } from '../../../http/geojson.js';
import { DAY_MS } from '../../../time/durations.js';
import { type GeoEventReport, geoEventTypes } from '../geo-event.js';
import { isPosition, normalLongitude } from '../position.js';
import { entityShape } from './geo-event.events.js';
import type { ValidReport } from './stored-event.js';

const MAX_NAMES = 20;
const MAX_ENTITIES = 20;
const MAX_DETAILS = 40;
/** Maximum length of a geometry as JSON, in characters. A longer geometry is dropped, and the position remains. */
const MAX_GEOMETRY_LENGTH = 65_536;

/**
 * Validates and normalizes a report: texts are storable and of limited length, addresses are http(s), and the time of
 * the report is not in the future.
 * @returns undefined for a report without a valid position, time or key, and for one whose start is more than a day in
 * the future
 */
export function validReport(report: GeoEventReport, now: number): ValidReport | undefined {
  const { lat, lon } = report.position;
  const key = line(report.key, 200);
  const times = [report.startedAt, report.reportedAt, ...(report.endedAt === null ? [] : [report.endedAt])].map(
    (time) => time.getTime(),
  );
  if (key === null || !geoEventTypes.includes(report.type) || !isPosition(lat, lon) || !times.every(isTime))
    return undefined;
  if (report.startedAt.getTime() > now + DAY_MS) return undefined;
  const names = [key, ...(report.aliases ?? []).flatMap((name) => line(name, 200) ?? [])];
  return {
    provider: report.provider,
    key,
    names: [...new Set(names)].slice(0, MAX_NAMES).map((name) => `${report.provider}:${name}`),
    type: report.type,
    title: line(report.title, 300) ?? report.type.replaceAll('_', ' '),
    description: line(report.description, 4_000),
    severity: Number.isFinite(report.severity) ? Math.min(5, Math.max(1, Math.round(report.severity))) : 1,
    // Adding 0 turns -0 into 0, because `JSON.stringify` writes both as 0.
    position: { lat: degrees(lat) + 0, lon: normalLongitude(degrees(lon)) + 0 },
    geometry: boundedGeometry(report.geometry),
    startedAt: report.startedAt,
    endedAt: report.endedAt === null || report.endedAt >= report.startedAt ? report.endedAt : report.startedAt,
    // With a time in the future, every later report would look outdated.
    reportedAt: new Date(Math.min(report.reportedAt.getTime(), now)),
    retracted: report.retracted ?? false,
    magnitude: magnitudeOf(report.magnitude),
    depthKm: Number.isFinite(report.depthKm) ? (report.depthKm as number) + 0 : null,
    url: addressOf(report.url),
    entities: [...new Set(report.entities)]
      .filter((entity) => entity.length <= 150 && entityShape.test(entity))
      .slice(0, MAX_ENTITIES),
    details: Object.fromEntries(
      Object.entries(report.details ?? {})
        .slice(0, MAX_DETAILS)
        .flatMap(([name, value]) => detail(name, value)),
    ),
  };
}

/** True for the years 1970 to 2200. */
const isTime = (ms: number): boolean => ms >= 0 && ms <= 7_258_118_400_000;

/** Returns the text in one line without control characters, at most `most` characters long; null if nothing remains. */
export function line(value: string | null | undefined, most: number): string | null {
  const text = (value ?? '')
    .slice(0, most * 2)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();
  return text === '' ? null : text;
}

function detail(
  name: string,
  value: string | number | boolean | null,
): Array<[string, string | number | boolean | null]> {
  if (typeof value === 'number') return Number.isFinite(value) ? [[name, value + 0]] : [];
  return [[name, typeof value === 'string' ? line(value, 500) : value]];
}

function boundedGeometry(geometry: GeoEventReport['geometry']): ValidReport['geometry'] {
  if (geometry == null) return null;
  const text = JSON.stringify(geometry);
  return text.length > MAX_GEOMETRY_LENGTH ? null : JSON.parse(text);
}

function magnitudeOf(magnitude: GeoEventReport['magnitude']): ValidReport['magnitude'] {
  const unit = line(magnitude?.unit, 40);
  return magnitude == null || unit === null || !Number.isFinite(magnitude.value)
    ? null
    : { value: magnitude.value + 0, unit };
}

/** Returns an http(s) address of at most 2,000 characters; null for others, since readers may click on it. */
function addressOf(url: string | null | undefined): string | null {
  if (url == null || url.length > 2_000 || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return /^https?:$/.test(protocol) && href.length <= 2_000 ? href : null;
}
