import { Problem } from '../../../http/problem.js';
import { type Area, polygonArea } from '../area.js';
import { decodePolyline } from './encoded-polyline.js';
import { MAX_CORNERS, polygonProblem } from './polygon-problem.js';
import { preparePolygon } from './prepared-polygon.js';
import type { Corner } from './ring.js';
import { isWkt, parseWkt } from './wkt-polygon.js';

/** The polygon or polygons of a request. @throws Problem `invalid_request` with the reason */
export function readPolygon(text: string): Area {
  const polygons = isWkt(text) ? parseWkt(text) : fromPolyline(text);
  if (polygons === undefined)
    throw invalidPolygon('must be POLYGON((lon lat, …)) or MULTIPOLYGON(((lon lat, …))) in WKT, or an encoded polyline of precision 5');
  const rings = polygons.flat();
  if (rings.reduce((sum, ring) => sum + ring.length, 0) > MAX_CORNERS) throw invalidPolygon(`must have at most ${MAX_CORNERS} corners`);
  for (const ring of rings) {
    const problem = polygonProblem(ring);
    if (problem !== undefined) throw invalidPolygon(problem.corner === undefined ? problem.detail : `${problem.detail} (corner ${problem.corner + 1})`);
  }
  const shapes = polygons.map(preparePolygon);
  const [only] = shapes;
  if (shapes.length === 1 && only !== undefined) return polygonArea(only);
  return polygonArea({ boxes: shapes.flatMap(({ boxes }) => boxes), contains: (lat, lon) => shapes.some((shape) => shape.contains(lat, lon)) });
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
