import type { Geometry } from 'geojson';
import { Service } from 'typedi';
import { capsuleAround, ringAround, ringsGeometry } from '../../geometry/outline.js';
import type { Corner } from '../../geometry/ring.js';
import { entityAround } from '../engine/fence-shape.js';
import type { ObservedPosition } from '../engine/position-lookup.js';
import { LivePositionLookup } from '../engine/position-lookup.js';
import type { FenceShape, StillShape } from '../geofence.js';

/** Returns the current outlines of geofences: as GeoJSON for clients, and as fixed shapes for map images. */
@Service()
export class FenceOutlines {
  constructor(private readonly positions: LivePositionLookup) {}

  /** Returns the outline as GeoJSON; null while a moving geofence is inactive because its object has no position. */
  of(shape: FenceShape): Geometry | null {
    if (shape.type === 'polygon') return ringsGeometry([shape.coordinates]);
    if (shape.type === 'Polygon' || shape.type === 'MultiPolygon') return shape as unknown as Geometry;
    if (shape.type === 'circle')
      return ringsGeometry([ringAround(shape.center.lat, shape.center.lon, shape.radiusMeters)]);
    if (shape.type === 'corridor') {
      return ringsGeometry(
        shape.line.slice(1).map((to, index) => capsuleAround(shape.line[index] as Corner, to, shape.widthMeters / 2)),
      );
    }
    const center = this.centerOf(shape);
    return center === undefined ? null : ringsGeometry([ringAround(center.lat, center.lon, shape.radiusMeters)]);
  }

  /**
   * Returns the current shape, which is a circle for a moving geofence; undefined while a moving geofence is inactive.
   */
  still(shape: FenceShape): StillShape | undefined {
    if (shape.type !== 'moving') return shape;
    const center = this.centerOf(shape);
    return center && { type: 'circle', center: { lat: center.lat, lon: center.lon }, radiusMeters: shape.radiusMeters };
  }

  /**
   * Returns the position of the object that a moving geofence follows; undefined for other shapes and without a
   * position.
   */
  private centerOf(shape: FenceShape): ObservedPosition | undefined {
    const entity = entityAround(shape);
    return entity && this.positions.find(entity.layer, entity.key);
  }
}
