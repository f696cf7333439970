import { type FieldProblem, Problem } from '../../../../api/problem.js';
import { polygonProblem } from '../../geometry/polygon-problem.js';
import { polygonsProblem } from '../../geometry/polygons-problem.js';
import type { Corner } from '../../geometry/ring.js';
import { entityOf, parseEntity } from '../../layer.js';
import { normalLongitude } from '../../position.js';
import { distanceMeters, EARTH_RADIUS_METERS } from '../../sphere.js';
import { defaultPolicy, type FencePolicy, type FenceShape, type Geofence } from '../geofence.js';

/**
 * Maximum distance of neighboring points (m). Points that are nearly antipodal have no unique great circle between
 * them.
 */
const MAX_APART_METERS = EARTH_RADIUS_METERS * Math.PI * 0.99;

/** A validated shape whose corners are not yet checked for their geometry. */
export type ShapeInput =
  | Extract<FenceShape, { type: 'circle' | 'moving' }>
  | { type: 'polygon'; coordinates: number[][] }
  | { type: 'Polygon'; coordinates: number[][][] }
  | { type: 'MultiPolygon'; coordinates: number[][][][] }
  | { type: 'corridor'; line: number[][]; widthMeters: number };

/** A geofence as a request contains it. */
export interface GeofenceInput {
  name: string;
  shape: ShapeInput;
  policy?: FencePolicy & { expiresAt: string | null };
}

/**
 * Converts the input of a request into the fields of a geofence.
 * @throws Problem `invalid_request` for an invalid shape or policy
 */
export function readGeofence(
  { name, shape, policy }: GeofenceInput,
  now: number,
): Pick<Geofence, 'name' | 'shape' | 'policy' | 'expiresAt'> {
  const { expiresAt = null, ...rules } = policy ?? (defaultPolicy as NonNullable<typeof policy>);
  const errors = [...shapeProblems(shape), ...policyProblems(rules, expiresAt, now)];
  if (errors.length > 0)
    throw new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors });
  return {
    name,
    shape: shapeOf(shape),
    policy: policyOf(rules),
    expiresAt: expiresAt === null ? null : new Date(expiresAt),
  };
}

function shapeProblems(shape: ShapeInput): FieldProblem[] {
  if (shape.type === 'polygon') return ringProblems(shape.coordinates as unknown as Corner[]);
  if (shape.type === 'Polygon') return polygonsProblems([shape.coordinates as unknown as Corner[][]], false);
  if (shape.type === 'MultiPolygon') return polygonsProblems(shape.coordinates as unknown as Corner[][][], true);
  return shape.type === 'corridor' ? lineProblems(shape.line as unknown as Corner[]) : [];
}

function ringProblems(corners: readonly Corner[]): FieldProblem[] {
  const problem = polygonProblem(corners);
  if (problem === undefined) return [];
  return [
    {
      pointer: `/shape/coordinates${problem.corner === undefined ? '' : `/${problem.corner}`}`,
      detail: problem.detail,
    },
  ];
}

function polygonsProblems(polygons: readonly (readonly (readonly Corner[])[])[], isMulti: boolean): FieldProblem[] {
  const problem = polygonsProblem(polygons);
  if (problem === undefined) return [];
  const place = [
    ...(isMulti ? [problem.polygon] : []),
    problem.ring,
    ...(problem.corner === undefined ? [] : [problem.corner]),
  ];
  return [{ pointer: `/shape/coordinates/${place.join('/')}`, detail: problem.detail }];
}

function lineProblems(line: readonly Corner[]): FieldProblem[] {
  return line.flatMap(([lon, lat], index): FieldProblem[] => {
    const pointer = `/shape/line/${index}`;
    if (Math.abs(lat) > 90) return [{ pointer, detail: 'must have a latitude from -90 to 90 as its second number' }];
    const before = line[index - 1];
    if (before === undefined) return [];
    const meters = distanceMeters(before[1], before[0], lat, lon);
    if (meters < 0.01) return [{ pointer, detail: 'must differ from the point before it' }];
    return meters > MAX_APART_METERS
      ? [{ pointer, detail: 'must not be antipodal to the point before it; add a point between them' }]
      : [];
  });
}

function policyProblems({ altitudeFeet }: FencePolicy, expiresAt: string | null, now: number): FieldProblem[] {
  const errors: FieldProblem[] = [];
  if (
    altitudeFeet !== null &&
    altitudeFeet.min !== null &&
    altitudeFeet.max !== null &&
    altitudeFeet.min >= altitudeFeet.max
  )
    errors.push({ pointer: '/policy/altitudeFeet/max', detail: 'must be greater than min' });
  if (expiresAt !== null && Date.parse(expiresAt) <= now)
    errors.push({ pointer: '/policy/expiresAt', detail: 'must be in the future' });
  return errors;
}

function shapeOf(shape: ShapeInput): FenceShape {
  if (shape.type === 'circle')
    return { ...shape, center: { lat: shape.center.lat, lon: normalLongitude(shape.center.lon) } };
  if (shape.type === 'moving') return { ...shape, entity: normalEntity(shape.entity) };
  return { ...shape } as unknown as FenceShape;
}

const policyOf = ({ layers, entities, altitudeFeet, ...rest }: FencePolicy): FencePolicy => ({
  ...rest,
  layers: [...new Set(layers)],
  entities: entities && [...new Set(entities.map(normalEntity))],
  altitudeFeet: altitudeFeet && { min: altitudeFeet.min, max: altitudeFeet.max },
});

/** Returns an entity in the spelling of events, which is lower case. */
function normalEntity(entity: string): string {
  const { layer, key } = parseEntity(entity) as NonNullable<ReturnType<typeof parseEntity>>;
  return entityOf(layer, key);
}
