import { type FieldProblem, Problem } from '../../../http/problem.js';
import { polygonProblem } from '../geometry/polygon-problem.js';
import type { Corner } from '../geometry/ring.js';
import { entityOf, parseEntity } from '../layer.js';
import { normalLongitude, type Position } from '../position.js';
import { distanceMeters, EARTH_RADIUS_METERS } from '../sphere.js';
import { defaultPolicy, type FencePolicy, type FenceShape, type Geofence } from './geofence.js';
import { MOST_MOVING_RADIUS_METERS } from './geofence-rules.js';

/** Farther apart, two places are opposite each other: nobody knows which great circle is meant. */
const MOST_APART_METERS = EARTH_RADIUS_METERS * Math.PI * 0.99;

export interface ShapeInput {
  type: FenceShape['type'];
  center?: Position;
  radiusMeters?: number;
  coordinates?: number[][];
  line?: number[][];
  widthMeters?: number;
  entity?: string;
}

/** What a caller sends. */
export interface GeofenceInput {
  name: string;
  shape: ShapeInput;
  policy?: FencePolicy & { expiresAt: string | null };
}

/** The fields of each type of shape. */
const fields: Record<FenceShape['type'], ReadonlyArray<keyof ShapeInput>> = {
  circle: ['center', 'radiusMeters'],
  polygon: ['coordinates'],
  corridor: ['line', 'widthMeters'],
  moving: ['entity', 'radiusMeters'],
};
const allFields = ['center', 'radiusMeters', 'coordinates', 'line', 'widthMeters', 'entity'] as const;

/** What a fence is to be. @throws Problem `invalid_request` for what cannot be meant */
export function readGeofence({ name, shape, policy }: GeofenceInput, now: number): Pick<Geofence, 'name' | 'shape' | 'policy' | 'expiresAt'> {
  const { expiresAt = null, ...rules } = policy ?? (defaultPolicy as NonNullable<typeof policy>);
  const errors = [...shapeProblems(shape), ...policyProblems(rules, expiresAt, now)];
  if (errors.length > 0) throw new Problem('invalid_request', { detail: 'Some fields are not valid; see errors.', errors });
  return { name, shape: shapeOf(shape), policy: policyOf(rules), expiresAt: expiresAt === null ? null : new Date(expiresAt) };
}

function shapeProblems(shape: ShapeInput): FieldProblem[] {
  const { type } = shape;
  const missing = fields[type].filter((field) => shape[field] === undefined);
  const surplus = allFields.filter((field) => shape[field] !== undefined && !fields[type].includes(field));
  const errors = [
    ...missing.map((field) => ({ pointer: `/shape/${field}`, detail: `is needed for the type ${type}` })),
    ...surplus.map((field) => ({ pointer: `/shape/${field}`, detail: `must be left out for the type ${type}` })),
  ];
  if (errors.length > 0) return errors;
  if (type === 'polygon') return ringProblems(shape.coordinates as unknown as Corner[]);
  if (type === 'corridor') return lineProblems(shape.line as unknown as Corner[]);
  if (type === 'moving' && (shape.radiusMeters as number) > MOST_MOVING_RADIUS_METERS)
    return [{ pointer: '/shape/radiusMeters', detail: `must be at most ${MOST_MOVING_RADIUS_METERS} for the type moving` }];
  return [];
}

function ringProblems(corners: readonly Corner[]): FieldProblem[] {
  const problem = polygonProblem(corners);
  if (problem === undefined) return [];
  return [{ pointer: `/shape/coordinates${problem.corner === undefined ? '' : `/${problem.corner}`}`, detail: problem.detail }];
}

function lineProblems(line: readonly Corner[]): FieldProblem[] {
  return line.flatMap(([lon, lat], index): FieldProblem[] => {
    const pointer = `/shape/line/${index}`;
    if (Math.abs(lat) > 90) return [{ pointer, detail: 'must have a latitude from -90 to 90 as its second number' }];
    const before = line[index - 1];
    if (before === undefined) return [];
    const meters = distanceMeters(before[1], before[0], lat, lon);
    if (meters < 0.01) return [{ pointer, detail: 'must be another place than the one before it' }];
    return meters > MOST_APART_METERS ? [{ pointer, detail: 'must not be opposite the place before it on the Earth; add one between them' }] : [];
  });
}

function policyProblems({ altitudeFeet }: FencePolicy, expiresAt: string | null, now: number): FieldProblem[] {
  const errors: FieldProblem[] = [];
  if (altitudeFeet !== null && altitudeFeet.min !== null && altitudeFeet.max !== null && altitudeFeet.min >= altitudeFeet.max)
    errors.push({ pointer: '/policy/altitudeFeet/max', detail: 'must be above the lowest altitude' });
  if (expiresAt !== null && Date.parse(expiresAt) <= now) errors.push({ pointer: '/policy/expiresAt', detail: 'must be a time to come' });
  return errors;
}

function shapeOf({ type, center, radiusMeters, coordinates, line, widthMeters, entity }: ShapeInput): FenceShape {
  if (type === 'circle')
    return { type, center: { lat: center?.lat as number, lon: normalLongitude(center?.lon as number) }, radiusMeters: radiusMeters as number };
  if (type === 'polygon') return { type, coordinates: coordinates as unknown as Corner[] };
  if (type === 'corridor') return { type, line: line as unknown as Corner[], widthMeters: widthMeters as number };
  return { type, entity: asKept(entity as string), radiusMeters: radiusMeters as number };
}

const policyOf = ({ layers, entities, altitudeFeet, ...rest }: FencePolicy): FencePolicy => ({
  ...rest,
  layers: [...new Set(layers)],
  entities: entities && [...new Set(entities.map(asKept))],
  altitudeFeet: altitudeFeet && { min: altitudeFeet.min, max: altitudeFeet.max },
});

/** In lower case, as events call it. */
function asKept(entity: string): string {
  const { layer, key } = parseEntity(entity) as NonNullable<ReturnType<typeof parseEntity>>;
  return entityOf(layer, key);
}
