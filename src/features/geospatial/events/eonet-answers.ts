import type { Position as Coordinates, Geometry } from 'geojson';
import {
  numberOf,
  positionOf,
  readList,
  readRecord,
  requireText,
  textIn,
  textOf,
  timeOf,
} from '../../../upstream/answers.js';
import { badAnswer } from '../../../upstream/upstream-error.js';
import type { GeoEventReport, GeoEventType, Magnitude } from '../geo-event.js';
import { normalLongitude, type Position } from '../position.js';
import { type ReadReports, readAll } from './read-reports.js';
import { earthquakeSeverity, stormSeverity, wildfireSeverity } from './severity.js';

/** Maximum number of points of a ring or track; larger numbers are errors of the source. */
const MAX_POINTS = 5_000;

const categories: Readonly<Record<string, GeoEventType>> = {
  drought: 'drought',
  dustHaze: 'dust',
  earthquakes: 'earthquake',
  floods: 'flood',
  landslides: 'landslide',
  manmade: 'manmade',
  seaLakeIce: 'sea_ice',
  severeStorms: 'storm',
  snow: 'snow',
  tempExtremes: 'extreme_temperature',
  volcanoes: 'volcano',
  waterColor: 'water_colour',
  wildfires: 'wildfire',
};

const severities: Partial<Record<GeoEventType, number>> = { sea_ice: 1, water_colour: 1, dust: 2, snow: 2 };

/**
 * Reads `GET /events` of EONET v3 (https://eonet.gsfc.nasa.gov/docs/v3).
 * @throws UpstreamError `bad_answer`, also for the format of version 2.1
 */
export function eonetEvents(body: unknown): ReadReports {
  return readAll(readList(readRecord(body, 'The answer').events, 'The list of events'), eonetEvent, (event) =>
    textIn(event, 'id'),
  );
}

interface Station {
  date: Date;
  coordinates: Coordinates | Coordinates[][];
  magnitude: Magnitude | null;
}

function eonetEvent(event: unknown): GeoEventReport | undefined {
  const { id, title, description, link, closed, categories: kinds, sources, geometry } = readRecord(event, 'An event');
  const [category] = readList(kinds, 'The categories').map((kind) => readRecord(kind, 'A category').id);
  if (typeof category !== 'string') throw badAnswer('A category has no name.');
  const type = Object.hasOwn(categories, category) ? categories[category] : undefined;
  if (type === undefined) return undefined;
  // The source lists the oldest point first, but does not guarantee it.
  const stations = readList(geometry, 'The geometry')
    .slice(-MAX_POINTS)
    .map(stationOf)
    .sort((a, b) => a.date.getTime() - b.date.getTime());
  const [first, last] = [stations[0], stations.at(-1)];
  if (first === undefined || last === undefined) throw badAnswer('An event has no geometry.');
  const endedAt = closed === null || closed === undefined ? null : timeOf(closed, 'closed');
  const magnitude = stations.findLast((station) => station.magnitude !== null)?.magnitude ?? null;
  const links = readList(sources ?? [], 'The sources').map((source) => readRecord(source, 'A source'));
  return {
    provider: 'eonet',
    key: requireText(id, 'id'),
    type,
    title: requireText(title, 'title'),
    description: textOf(description) ?? undefined,
    severity: severityOf(type, magnitude),
    position: middleOf(last.coordinates),
    geometry: geometryOf(stations),
    startedAt: first.date,
    endedAt,
    reportedAt: endedAt !== null && endedAt > last.date ? endedAt : last.date,
    magnitude,
    url: textOf(links[0]?.url) ?? textOf(link),
    details: {
      category,
      sources: links.flatMap((source) => textOf(source.id) ?? []).join(', ') || null,
      points: stations.length,
    },
  };
}

function severityOf(type: GeoEventType, magnitude: Magnitude | null): number {
  const inUnit = (unit: string) => (magnitude?.unit === unit ? magnitude.value : null);
  if (type === 'storm') return stormSeverity(inUnit('kts'));
  if (type === 'wildfire') return wildfireSeverity(inUnit('acres'));
  if (type === 'earthquake') return earthquakeSeverity(magnitude?.value ?? null, null);
  return severities[type] ?? 3;
}

function stationOf(value: unknown): Station {
  const { date, type, coordinates, magnitudeValue, magnitudeUnit } = readRecord(value, 'A geometry');
  const [amount, unit] = [numberOf(magnitudeValue), textOf(magnitudeUnit)];
  const magnitude = amount === null || unit === null ? null : { value: amount, unit };
  if (type !== 'Point' && type !== 'Polygon') throw badAnswer('A geometry is neither a point nor a polygon.');
  return {
    date: timeOf(date, 'date'),
    coordinates: type === 'Point' ? pointOf(coordinates) : ringsOf(coordinates),
    magnitude,
  };
}

function pointOf(value: unknown): Coordinates {
  const [lon, lat] = readList(value, 'A point');
  const place = positionOf(lat, lon);
  return [place.lon, place.lat];
}

function ringsOf(value: unknown): Coordinates[][] {
  const rings = readList(value, 'A polygon').map((ring) => readList(ring, 'A ring').map(pointOf));
  const isClosed = (ring: Coordinates[]) => ring.length >= 4 && ring[0]?.join() === ring.at(-1)?.join();
  if (rings.length === 0 || rings.flat().length > MAX_POINTS || !rings.every(isClosed))
    throw badAnswer('A polygon is invalid.');
  return rings;
}

const isPoint = (coordinates: Station['coordinates']): coordinates is Coordinates => typeof coordinates[0] === 'number';

/** Returns the point, or the center of the box around a polygon; the box may cross the antimeridian. */
function middleOf(coordinates: Station['coordinates']): Position {
  if (isPoint(coordinates)) return { lat: coordinates[1] as number, lon: coordinates[0] as number };
  const ring = coordinates[0] as Coordinates[];
  const first = ring[0]?.[0] as number;
  const lats = ring.map(([, lat]) => lat as number);
  const lons = ring.map(([lon]) => first + normalLongitude((lon as number) - first));
  const middle = (values: number[]) => (Math.min(...values) + Math.max(...values)) / 2;
  return { lat: middle(lats), lon: normalLongitude(middle(lons)) };
}

/** Returns the track of a moving event, or the latest polygon; null for a single point. */
function geometryOf(stations: readonly Station[]): Geometry | null {
  const polygon = stations.findLast(({ coordinates }) => !isPoint(coordinates));
  if (polygon !== undefined) return { type: 'Polygon', coordinates: polygon.coordinates as Coordinates[][] };
  const lines = cutAtAntimeridian(stations.map(({ coordinates }) => coordinates as Coordinates));
  if (stations.length < 2 || lines.length === 0) return null;
  return lines.length === 1
    ? { type: 'LineString', coordinates: lines[0] as Coordinates[] }
    : { type: 'MultiLineString', coordinates: lines };
}

/** Splits a line at the antimeridian, as RFC 7946 §3.1.9 requires. */
function cutAtAntimeridian(points: readonly Coordinates[]): Coordinates[][] {
  const lines: Coordinates[][] = [[]];
  points.forEach(([lon, lat], index) => {
    const here: [number, number] = [lon as number, lat as number];
    const [before, beforeLat] = (points[index - 1] ?? here) as [number, number];
    if (Math.abs(here[0] - before) > 180) {
      const edge = before > 0 ? 180 : -180;
      const span = here[0] + 2 * edge - before;
      const crossing = beforeLat + ((here[1] - beforeLat) * (edge - before)) / (span || 1);
      lines.at(-1)?.push([edge, crossing]);
      lines.push([[-edge, crossing]]);
    }
    lines.at(-1)?.push(here);
  });
  return lines.filter((line) => line.length >= 2);
}
