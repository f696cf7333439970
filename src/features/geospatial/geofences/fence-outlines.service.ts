import type { Geometry } from 'geojson';
import { Service } from 'typedi';
import { capsuleAround, ringAround, ringsGeometry } from '../geometry/outline.js';
import type { Corner } from '../geometry/ring.js';
import { entityAround } from './fence-shape.js';
import type { FenceShape } from './geofence.js';
import { LiveSurroundings } from './live-surroundings.js';

/** Fences as maps draw them. */
@Service()
export class FenceOutlines {
  constructor(private readonly surroundings: LiveSurroundings) {}

  /** Null while a moving fence sleeps. */
  of(shape: FenceShape): Geometry | null {
    if (shape.type === 'polygon') return ringsGeometry([shape.coordinates]);
    if (shape.type === 'circle') return ringsGeometry([ringAround(shape.center.lat, shape.center.lon, shape.radiusMeters)]);
    if (shape.type === 'corridor') {
      return ringsGeometry(shape.line.slice(1).map((to, index) => capsuleAround(shape.line[index] as Corner, to, shape.widthMeters / 2)));
    }
    const entity = entityAround(shape);
    const place = entity && this.surroundings.find(entity.layer, entity.key);
    return place === undefined ? null : ringsGeometry([ringAround(place.lat, place.lon, shape.radiusMeters)]);
  }
}
