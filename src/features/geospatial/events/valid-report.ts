import { type GeoEventReport, geoEventTypes } from '../geo-event.js';
import { degrees } from '../geojson.js';
import { isPosition, normalLongitude } from '../position.js';
import { entityShape } from './geo-event.events.js';
import type { ValidReport } from './stored-event.js';

const DAY_MS = 86_400_000;
const MAX_NAMES = 20;
const MAX_ENTITIES = 20;
const MAX_DETAILS = 40;
/** Characters of a geometry as JSON; a longer one is left out, and the place remains. */
const LONGEST_GEOMETRY = 65_536;

/**
 * A report as it can be kept: texts of a storable form and a bounded length, addresses that lead to the web, times that have come.
 * @returns undefined for one without a place, a time or a name, and for one that begins more than a day from now
 */
export function validReport(report: GeoEventReport, now: number): ValidReport | undefined {
  const { lat, lon } = report.position;
  const key = line(report.key, 200);
  const times = [report.startedAt, report.reportedAt, ...(report.endedAt === null ? [] : [report.endedAt])].map((time) => time.getTime());
  if (key === null || !geoEventTypes.includes(report.type) || !isPosition(lat, lon) || !times.every(isTime)) return undefined;
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
    // Zero without a sign, since JSON and the database know no other.
    position: { lat: degrees(lat) + 0, lon: normalLongitude(degrees(lon)) + 0 },
    geometry: boundedGeometry(report.geometry),
    startedAt: report.startedAt,
    endedAt: report.endedAt === null || report.endedAt >= report.startedAt ? report.endedAt : report.startedAt,
    // A time to come would outdo every later report.
    reportedAt: new Date(Math.min(report.reportedAt.getTime(), now)),
    retracted: report.retracted ?? false,
    magnitude: magnitudeOf(report.magnitude),
    depthKm: Number.isFinite(report.depthKm) ? (report.depthKm as number) + 0 : null,
    url: addressOf(report.url),
    entities: [...new Set(report.entities)].filter((entity) => entity.length <= 150 && entityShape.test(entity)).slice(0, MAX_ENTITIES),
    details: Object.fromEntries(
      Object.entries(report.details ?? {})
        .slice(0, MAX_DETAILS)
        .flatMap(([name, value]) => detail(name, value)),
    ),
  };
}

/** Years 1970 to 2200. */
const isTime = (ms: number): boolean => ms >= 0 && ms <= 7_258_118_400_000;

/** Without what the database or a terminal stumbles over; null when nothing remains. */
function line(value: string | null | undefined, most: number): string | null {
  const text = (value ?? '')
    .slice(0, most * 2)
    .replace(/[\p{Cc}\u2028\u2029]+/gu, ' ')
    .trim()
    .slice(0, most)
    .toWellFormed();
  return text === '' ? null : text;
}

function detail(name: string, value: string | number | boolean | null): Array<[string, string | number | boolean | null]> {
  if (typeof value === 'number') return Number.isFinite(value) ? [[name, value + 0]] : [];
  return [[name, typeof value === 'string' ? line(value, 500) : value]];
}

function boundedGeometry(geometry: GeoEventReport['geometry']): ValidReport['geometry'] {
  if (geometry == null) return null;
  const text = JSON.stringify(geometry);
  return text.length > LONGEST_GEOMETRY ? null : JSON.parse(text);
}

function magnitudeOf(magnitude: GeoEventReport['magnitude']): ValidReport['magnitude'] {
  const unit = line(magnitude?.unit, 40);
  return magnitude == null || unit === null || !Number.isFinite(magnitude.value) ? null : { value: magnitude.value + 0, unit };
}

/** Only of the web: a reader may click on it. */
function addressOf(url: string | null | undefined): string | null {
  if (url == null || url.length > 2_000 || !URL.canParse(url)) return null;
  const { protocol, href } = new URL(url);
  return /^https?:$/.test(protocol) && href.length <= 2_000 ? href : null;
}
