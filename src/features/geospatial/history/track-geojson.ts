import { degrees, feature } from '../geojson.js';
import { idOf } from '../layer.js';
import type { Fix } from '../track-point.js';
import { stretchesOf, type Track } from './track.js';

/** A point on either side of the antimeridian has 180 or -180 for a longitude: as far as the line it belongs to goes. */
type Corner = Pick<Fix, 'lat' | 'lon' | 'observedAt'>;

/** The antimeridian between two points, as the last corner of one line and the first of the next. */
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

/** Lines none of which crosses the antimeridian (RFC 7946 §3.1.9) or a gap. */
function linesOf(track: Track): Corner[][] {
  return stretchesOf(track).flatMap((stretch) => {
    const lines: Corner[][] = [[]];
    stretch.forEach((fix, index) => {
      const before = stretch[index - 1];
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

/** A line has two positions at least; of one point it begins and ends there. */
const ofTwo = (line: Corner[]): Corner[] => (line.length === 1 ? [...line, ...line] : line);

/**
 * The track as a Feature: a LineString, a MultiLineString where it crosses the antimeridian or has gaps, null without points. `times` has the
 * same structure as the coordinates.
 */
export function trackFeature(track: Track): string {
  const lines = linesOf(track).map(ofTwo);
  const coordinates = lines.map((line) => line.map(({ lat, lon }) => [degrees(lon), degrees(lat)]));
  const times = lines.map((line) => line.map(({ observedAt }) => new Date(observedAt).toISOString()));
  const isOne = lines.length === 1;
  const geometry = isOne ? { type: 'LineString', coordinates: coordinates[0] } : { type: 'MultiLineString', coordinates };
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
