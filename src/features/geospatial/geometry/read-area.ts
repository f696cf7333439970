import { type FieldProblem, Problem } from '../../../http/problem.js';
import { type Area, boxArea, circleArea } from '../area.js';
import type { Box } from '../box.js';
import { readPolygon } from './read-polygon.js';

export interface AreaRequest {
  bbox?: number[];
  near?: number[];
  radiusMeters?: number;
  polygon?: string;
}

/** The area of a request; undefined for the whole Earth. @throws Problem `invalid_request` for an invalid area, or for two areas */
export function readArea({ bbox, near, radiusMeters, polygon }: AreaRequest): Area | undefined {
  const given = Object.entries({ bbox, near: near ?? radiusMeters, polygon }).filter(([, value]) => value !== undefined);
  if (given.length > 1)
    throw invalid(
      given.slice(1).map(([name]) => wrong(name, `must be left out where there is ${given[0]?.[0]}`)),
      'Give one of bbox, near with radiusMeters, and polygon.',
    );
  if (bbox !== undefined) return boxArea(readBox(bbox));
  if (polygon !== undefined) return readPolygon(polygon);
  if (near === undefined && radiusMeters === undefined) return undefined;
  const [lat, lon] = near ?? [];
  if (lat === undefined || lon === undefined) throw invalid([wrong('near', 'is required with radiusMeters')], 'Give near together with radiusMeters.');
  if (radiusMeters === undefined) throw invalid([wrong('radiusMeters', 'is required with near')], 'Give near together with radiusMeters.');
  if (Math.abs(lat) > 90)
    throw invalid([wrong('near', 'must have a latitude from -90 to 90 first, then the longitude')], 'Give latitude, longitude in degrees.');
  return circleArea(lat, lon, radiusMeters);
}

/** `[west, south, east, north]`. @throws Problem `invalid_request` */
export function readBox([west, south, east, north]: number[]): Box {
  const box = { west: west as number, south: south as number, east: east as number, north: north as number };
  if (box.south <= box.north && box.south >= -90 && box.north <= 90) return box;
  throw invalid([wrong('bbox', 'must have latitudes from -90 to 90, the southern one first')], 'Give west, south, east, north in degrees.');
}

const wrong = (name: string, detail: string): FieldProblem => ({ pointer: `query/${name}`, detail });
const invalid = (errors: FieldProblem[], detail: string): Problem => new Problem('invalid_request', { detail, errors });
