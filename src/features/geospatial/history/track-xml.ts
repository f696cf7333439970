import { degrees } from '../geojson.js';
import { idOf } from '../layer.js';
import { originNotice } from '../map/map-texts.js';
import { escaped } from '../map/render/svg-text.js';
import type { Fix } from '../track-point.js';
import { stretchesOf, type Track } from './track.js';

export const gpxType = 'application/gpx+xml';
export const kmlType = 'application/vnd.google-earth.kml+xml';

const METERS_PER_FOOT = 0.3048;
const header = '<?xml version="1.0" encoding="UTF-8"?>\n';

/** The track as GPX 1.1: a segment for each stretch without a gap. https://www.topografix.com/GPX/1/1/ */
export function trackGpx(track: Track): string {
  const { name, description, provider } = textsOf(track);
  const segments = stretchesOf(track).map((stretch) => `<trkseg>${stretch.map(gpxPoint).join('')}</trkseg>`);
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

/** The track as KML 2.3 (OGC 12-007r2): a `Track` for each stretch without a gap. */
export function trackKml(track: Track): string {
  const { name, description } = textsOf(track);
  const tracks = stretchesOf(track).map((stretch) => kmlTrack(stretch, track.layer === 'aircraft'));
  return (
    `${header}<kml xmlns="http://www.opengis.net/kml/2.3" version="2.3"><Document><name>${name}</name><Placemark><name>${name}</name>` +
    `<description>${description}</description><MultiTrack><interpolate>0</interpolate>${tracks.join('')}</MultiTrack></Placemark></Document></kml>\n`
  );
}

function kmlTrack(stretch: readonly Fix[], flies: boolean): string {
  const times = stretch.map((fix) => `<when>${timeOf(fix)}</when>`).join('');
  const places = stretch.map(
    (fix) => `<coord>${[degrees(fix.lon), degrees(fix.lat), altitudeMeters(fix)].filter((value) => value !== undefined).join(' ')}</coord>`,
  );
  return `<Track><altitudeMode>${flies ? 'absolute' : 'clampToGround'}</altitudeMode>${times}${places.join('')}</Track>`;
}

/** Name, times, source and, where the data are not real, that they are not. */
function textsOf(track: Track): { name: string; description: string; provider: string } {
  const { layer, key, provenance, from, to } = track;
  const id = idOf(layer, key);
  const range = `${new Date(from).toISOString()} to ${new Date(to).toISOString()}`;
  const parts = [`${layer === 'vessels' ? 'MMSI' : 'ICAO 24-bit address'} ${id}`, range, originNotice([provenance.provider])].filter(
    (part) => part !== undefined,
  );
  return { name: escaped(track.name ?? id), description: escaped(parts.join(' · ')), provider: escaped(provenance.provider) };
}

/** Undefined where it is not known. */
const altitudeMeters = ({ altitudeFeet }: Fix): number | undefined =>
  Number.isNaN(altitudeFeet) ? undefined : Math.round(altitudeFeet * METERS_PER_FOOT * 10) / 10;

const timeOf = ({ observedAt }: Fix): string => new Date(observedAt).toISOString();
