import { type FieldProblem, Problem } from '../../../api/problem.js';
import { type Area, boxArea, circleArea, polygonArea } from '../area.js';
import type { Box } from '../box.js';
import type { Position } from '../position.js';
import { MAX_CORNERS, polygonProblem } from './polygon-problem.js';
import { preparePolygon } from './prepared-polygon.js';
import type { Corner } from './ring.js';
import { isWkt, parseWkt } from './wkt-polygon.js';

export interface AreaRequest {
  bbox?: number[];
  near?: number[];
  radiusMeters?: number;
  polygon?: string;
}

/**
 * Returns the area of a request; undefined for the whole Earth.
 * @throws Problem `invalid_request` for an invalid area, or for several areas
 */
export function readArea({ bbox, near, radiusMeters, polygon }: AreaRequest): Area | undefined {
  const given = Object.entries({ bbox, near: near ?? radiusMeters, polygon }).filter(
    ([, value]) => value !== undefined,
  );
  if (given.length > 1)
    throw invalid(
      given.slice(1).map(([name]) => wrong(name, `must be left out where there is ${given[0]?.[0]}`)),
      'Give one of bbox, near with radiusMeters, and polygon.',
    );
  if (bbox !== undefined) return boxArea(readBox(bbox));
  if (polygon !== undefined) return readPolygon(polygon);
  if (near === undefined && radiusMeters === undefined) return undefined;
  const [lat, lon] = near ?? [];
  if (lat === undefined || lon === undefined)
    throw invalid([wrong('near', 'is required with radiusMeters')], 'Give near together with radiusMeters.');
  if (radiusMeters === undefined)
    throw invalid([wrong('radiusMeters', 'is required with near')], 'Give near together with radiusMeters.');
  if (Math.abs(lat) > 90)
    throw invalid(
      [wrong('near', 'must have a latitude from -90 to 90 first, then the longitude')],
      'Give latitude, longitude in degrees.',
    );
  return circleArea(lat, lon, radiusMeters);
}

/** The part of a request with the center of a circle and the order of the list by the distance from it. */
export interface NearRequest {
  near?: number[];
  sort?: 'distance';
}

/**
 * Returns the position from which a list measures distances; undefined without `near`. The area must be valid for
 * `readArea`.
 */
export function centerOf({ near }: NearRequest): Position | undefined {
  const [lat, lon] = near ?? [];
  return lat === undefined || lon === undefined ? undefined : { lat, lon };
}

/**
 * Returns the position by whose distance a list is ordered; undefined for the default order.
 * @throws Problem `invalid_request` for `sort` without `near`
 */
export function sortCenterOf(request: NearRequest): Position | undefined {
  if (request.sort === undefined) return undefined;
  const center = centerOf(request);
  if (center === undefined)
    throw invalid([wrong('sort', 'requires near')], 'Give near with radiusMeters to sort by distance.');
  return center;
}

/** Reads a box `[west, south, east, north]`. @throws Problem `invalid_request` */
export function readBox([west, south, east, north]: number[]): Box {
  const box = { west: west as number, south: south as number, east: east as number, north: north as number };
  if (box.south <= box.north && box.south >= -90 && box.north <= 90) return box;
  throw invalid(
    [wrong('bbox', 'must have latitudes from -90 to 90, the southern one first')],
    'Give west, south, east, north in degrees.',
  );
}

const wrong = (name: string, detail: string): FieldProblem => ({ pointer: `query/${name}`, detail });
const invalid = (errors: FieldProblem[], detail: string): Problem => new Problem('invalid_request', { detail, errors });

/** Reads the polygon or polygons of a request. @throws Problem `invalid_request` with the reason */
function readPolygon(text: string): Area {
  const polygons = isWkt(text) ? parseWkt(text) : fromPolyline(text);
  if (polygons === undefined)
    throw invalidPolygon(
      'must be POLYGON((lon lat, …)) or MULTIPOLYGON(((lon lat, …))) in WKT, or an encoded polyline of precision 5',
    );
  const rings = polygons.flat();
  if (rings.reduce((sum, ring) => sum + ring.length, 0) > MAX_CORNERS)
    throw invalidPolygon(`must have at most ${MAX_CORNERS} corners`);
  for (const ring of rings) {
    const problem = polygonProblem(ring);
    if (problem !== undefined)
      throw invalidPolygon(
        problem.corner === undefined ? problem.detail : `${problem.detail} (corner ${problem.corner + 1})`,
      );
  }
  const shapes = polygons.map(preparePolygon);
  const [only] = shapes;
  if (shapes.length === 1 && only !== undefined) return polygonArea(only);
  return polygonArea({
    boxes: shapes.flatMap(({ boxes }) => boxes),
    contains: (lat, lon) => shapes.some((shape) => shape.contains(lat, lon)),
  });
}

function fromPolyline(text: string): Corner[][][] | undefined {
  const corners = decodePolyline(text);
  return corners && [[corners]];
}

const invalidPolygon = (detail: string) =>
  new Problem('invalid_request', {
    detail: 'Give a polygon that can be read and does not cross itself; see errors.',
    errors: [{ pointer: 'query/polygon', detail }],
  });

const PRECISION = 1e5;

/**
 * Decodes Google's encoded polyline format, precision 5, latitude first:
 * https://developers.google.com/maps/documentation/utilities/polylinealgorithm
 * @returns undefined for an invalid text
 */
function decodePolyline(text: string): Corner[] | undefined {
  const values: number[] = [];
  let [bits, shift] = [0, 0];
  for (let index = 0; index < text.length; index += 1) {
    const chunk = text.charCodeAt(index) - 63;
    // The difference of two longitudes needs at most 30 bits; longer values are invalid.
    if (chunk < 0 || chunk > 63 || shift > 25) return undefined;
    bits |= (chunk & 31) << shift;
    shift += 5;
    if (chunk >= 32) continue;
    values.push(bits & 1 ? ~(bits >>> 1) : bits >>> 1);
    [bits, shift] = [0, 0];
  }
  if (shift > 0 || values.length % 2 === 1) return undefined;
  const corners: Corner[] = [];
  let [lat, lon] = [0, 0];
  for (let index = 0; index < values.length; index += 2) {
    lat += values[index] as number;
    lon += values[index + 1] as number;
    corners.push([lon / PRECISION, lat / PRECISION]);
  }
  return corners;
}
