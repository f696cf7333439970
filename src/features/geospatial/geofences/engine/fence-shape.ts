import { prepareCircle } from '../../geometry/circle.js';
import { prepareCorridor } from '../../geometry/corridor.js';
import { prepareMultiPolygon, preparePolygon } from '../../geometry/prepared-polygon.js';
import type { PreparedShape } from '../../geometry/prepared-shape.js';
import { parseEntity } from '../../layer.js';
import type { Position } from '../../position.js';
import type { FenceShape } from '../geofence.js';

/**
 * Prepares a shape for fast tests of positions.
 * @param center position of the object that a moving geofence follows
 * @returns undefined for a moving geofence without a center
 */
export function prepareFence(shape: FenceShape, center?: Position): PreparedShape | undefined {
  if (shape.type === 'circle') return prepareCircle(shape.center.lat, shape.center.lon, shape.radiusMeters);
  if (shape.type === 'polygon') return preparePolygon([shape.coordinates]);
  if (shape.type === 'Polygon') return preparePolygon(shape.coordinates);
  if (shape.type === 'MultiPolygon') return prepareMultiPolygon(shape.coordinates);
  if (shape.type === 'corridor') return prepareCorridor(shape.line, shape.widthMeters);
  return center && prepareCircle(center.lat, center.lon, shape.radiusMeters);
}

/** Returns the object that a moving geofence follows; undefined for other shapes. */
export const entityAround = (shape: FenceShape) => (shape.type === 'moving' ? parseEntity(shape.entity) : undefined);
