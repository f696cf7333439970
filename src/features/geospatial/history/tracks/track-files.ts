import { escapedText } from '../../../../charts/finish-svg.js';
import { fileHeaders } from '../../../../http/file-name.js';
import { degrees, feature, geoJson, geoJsonType } from '../../../../http/geojson.js';
import { Reply } from '../../../../http/reply.js';
import { idOf } from '../../layer.js';
import { originNotice } from '../../map/map-texts.js';
import type { Fix } from '../../track-point.js';
import { segmentsOf, type Track } from './track.js';

export const gpxType = 'application/gpx+xml';
export const kmlType = 'application/vnd.google-earth.kml+xml';

const METERS_PER_FOOT = 0.3048;
const header = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** Formats a track as GPX 1.1, with a segment for each part without a gap. https://www.topografix.com/GPX/1/1/ */
function trackGpx(track: Track): string {
  const { name, description, provider } = textsOf(track);
  const segments = segmentsOf(track).map((segment) => `<trkseg>${segment.map(gpxPoint).join('')}</trkseg>`);
  return (
    `${header}<gpx version="1.1" creator="Watchfloor" xmlns="http://www.topografix.com/GPX/1/1"><metadata><name>${name}</name></metadata>` +
    `<trk><name>${name}</name><desc>${description}</desc><src>${provider}</src>${segments.join('')}</trk></gpx>\n`
  );
}

function gpxPoint(fix: Fix): string {
  const altitude = altitudeMeters(fix);
  const elevation = altitude === undefined ? '' : `<ele>${altitude}</ele>`;
  return `<trkpt lat="${degrees(fix.lat)}" lon="${degrees(fix.lon)}">${elevation}<time>${timeOf(fix)}</time></trkpt>`;
}

/**
 * Formats a track as KML 2.2 with the extension `gx`, which Google Earth and QGIS read: a `gx:Track` for each segment
 * without a gap.
 */
function trackKml(track: Track): string {
  const { name, description } = textsOf(track);
  const tracks = segmentsOf(track).map((segment) => kmlTrack(segment, track.layer === 'aircraft'));
  return (
    `${header}<kml xmlns="http://www.opengis.net/kml/2.2" xmlns:gx="http://www.google.com/kml/ext/2.2"><Document><name>${name}</name><Placemark><name>${name}</name>` +
    `<description>${description}</description><gx:MultiTrack><gx:interpolate>0</gx:interpolate>${tracks.join('')}</gx:MultiTrack></Placemark></Document></kml>\n`
  );
}

function kmlTrack(segment: readonly Fix[], flies: boolean): string {
  const times = segment.map((fix) => `<when>${timeOf(fix)}</when>`).join('');
  const places = segment.map(
    (fix) =>
      `<gx:coord>${[degrees(fix.lon), degrees(fix.lat), altitudeMeters(fix)].filter((value) => value !== undefined).join(' ')}</gx:coord>`,
  );
  return `<gx:Track><altitudeMode>${flies ? 'absolute' : 'clampToGround'}</altitudeMode>${times}${places.join('')}</gx:Track>`;
}

/**
 * Returns the name of the track, and a description with the times of the first and the last point, the source, and a
 * warning for data that are not real.
 */
function textsOf(track: Track): { name: string; description: string; provider: string } {
  const { layer, key, provenance, from, to, points } = track;
  const id = idOf(layer, key);
  const [start, end] = [points[0]?.observedAt ?? from, points.at(-1)?.observedAt ?? to];
  const range = `${new Date(start).toISOString()} to ${new Date(end).toISOString()}`;
  const parts = [
    `${layer === 'vessels' ? 'MMSI' : 'ICAO 24-bit address'} ${id}`,
    range,
    originNotice([provenance.provider]),
  ].filter((part) => part !== undefined);
  return {
    name: escapedText(track.name ?? id),
    description: escapedText(parts.join(' · ')),
    provider: escapedText(provenance.provider),
  };
}

/** Altitude in meters; undefined if unknown. */
const altitudeMeters = ({ altitudeFeet }: Fix): number | undefined =>
  Number.isNaN(altitudeFeet) ? undefined : Math.round(altitudeFeet * METERS_PER_FOOT * 10) / 10;

const timeOf = ({ observedAt }: Fix): string => new Date(observedAt).toISOString();

/** Formats a track as GeoJSON, GPX or KML; undefined for any other media type. */
export function trackReply(track: Track, mediaType: string): Reply | undefined {
  const name = `${track.layer}-${idOf(track.layer, track.key)}-track`;
  if (mediaType === geoJsonType) return geoJson(trackFeature(track));
  if (mediaType === gpxType) return new Reply(trackGpx(track), { type: gpxType, headers: fileHeaders(`${name}.gpx`) });
  if (mediaType === kmlType) return new Reply(trackKml(track), { type: kmlType, headers: fileHeaders(`${name}.kml`) });
  return undefined;
}

/** A corner of a line. At the antimeridian its longitude is 180 or -180, depending on the side of the line. */
type Corner = Pick<Fix, 'lat' | 'lon' | 'observedAt'>;

/**
 * Returns the point between two fixes where the track crosses the antimeridian: as the last corner of one line, and as
 * the first of the next.
 */
function crossing(before: Fix, after: Fix): [Corner, Corner] {
  const edge = before.lon > 0 ? 180 : -180;
  const [toEdge, beyond] = [Math.abs(edge - before.lon), Math.abs(after.lon + edge)];
  const share = toEdge + beyond === 0 ? 0 : toEdge / (toEdge + beyond);
  const observedAt = Math.round(before.observedAt + (after.observedAt - before.observedAt) * share);
  const lat = before.lat + (after.lat - before.lat) * share;
  return [
    { lat, lon: edge, observedAt },
    { lat, lon: -edge, observedAt },
  ];
}

/** Splits a track into lines that do not cross the antimeridian (RFC 7946 §3.1.9) or a gap. */
function linesOf(track: Track): Corner[][] {
  return segmentsOf(track).flatMap((segment) => {
    const lines: Corner[][] = [[]];
    segment.forEach((fix, index) => {
      const before = segment[index - 1];
      if (before !== undefined && Math.abs(fix.lon - before.lon) > 180) {
        const [last, first] = crossing(before, fix);
        lines.at(-1)?.push(last);
        lines.push([first]);
      }
      lines.at(-1)?.push(fix);
    });
    return lines;
  });
}

/** Repeats the corner of a line that has only one, since a line needs two positions. */
const ofTwo = (line: Corner[]): Corner[] => (line.length === 1 ? [...line, ...line] : line);

/**
 * Formats a track as a Feature: a LineString, a MultiLineString if it crosses the antimeridian or has gaps, null
 * without points. `times` has the same structure as the coordinates.
 */
function trackFeature(track: Track): string {
  const lines = linesOf(track).map(ofTwo);
  const coordinates = lines.map((line) => line.map(({ lat, lon }) => [degrees(lon), degrees(lat)]));
  const times = lines.map((line) => line.map(({ observedAt }) => new Date(observedAt).toISOString()));
  const isOne = lines.length === 1;
  const geometry = isOne
    ? { type: 'LineString', coordinates: coordinates[0] }
    : { type: 'MultiLineString', coordinates };
  const id = idOf(track.layer, track.key);
  const properties = {
    [track.layer === 'vessels' ? 'mmsi' : 'icao24']: id,
    name: track.name,
    from: new Date(track.from).toISOString(),
    to: new Date(track.to).toISOString(),
    times: isOne ? times[0] : times,
    pointsBefore: track.pointsBefore,
    simplifiedMeters: Math.round(track.simplifiedMeters * 10) / 10,
    distanceMeters: Math.round(track.distanceMeters * 10) / 10,
    provider: track.provenance.provider,
  };
  return feature(id, lines.length === 0 ? 'null' : JSON.stringify(geometry), JSON.stringify(properties));
}
