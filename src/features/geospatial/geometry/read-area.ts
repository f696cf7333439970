import { type FieldProblem, Problem } from '../../../http/problem.js';
import { type Area, boxArea, circleArea } from '../area.js';
import type { Box } from '../box.js';
import type { Position } from '../position.js';
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

/** Part of a request: the center of a circle, and whether the list is ordered by the distance from it. */
export interface NearRequest {
  near?: number[];
  sort?: 'distance';
}

/** The position from which a list measures distances; undefined without `near`. Expects an area that `readArea` accepts. */
export function centerOf({ near }: NearRequest): Position | undefined {
  const [lat, lon] = near ?? [];
  return lat === undefined || lon === undefined ? undefined : { lat, lon };
}

/** The position by whose distance a list is ordered; undefined for the usual order. @throws Problem `invalid_request` for `sort` without `near` */
export function sortCenterOf(request: NearRequest): Position | undefined {
  if (request.sort === undefined) return undefined;
  const center = centerOf(request);
  if (center === undefined) throw invalid([wrong('sort', 'requires near')], 'Give near with radiusMeters to sort by distance.');
  return center;
}

/** `[west, south, east, north]`. @throws Problem `invalid_request` */
export function readBox([west, south, east, north]: number[]): Box {
  const box = { west: west as number, south: south as number, east: east as number, north: north as number };
  if (box.south <= box.north && box.south >= -90 && box.north <= 90) return box;
  throw invalid([wrong('bbox', 'must have latitudes from -90 to 90, the southern one first')], 'Give west, south, east, north in degrees.');
}

const wrong = (name: string, detail: string): FieldProblem => ({ pointer: `query/${name}`, detail });
const invalid = (errors: FieldProblem[], detail: string): Problem => new Problem('invalid_request', { detail, errors });
