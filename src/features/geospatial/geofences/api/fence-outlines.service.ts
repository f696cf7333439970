import type { Geometry } from 'geojson';
import { Service } from 'typedi';
import { capsuleAround, ringAround, ringsGeometry } from '../../geometry/outline.js';
import type { Corner } from '../../geometry/ring.js';
import { entityAround } from '../engine/fence-shape.js';
import { LiveSurroundings } from '../engine/live-surroundings.js';
import type { Place } from '../engine/surroundings.js';
import type { FenceShape, StillShape } from '../geofence.js';

/** Where fences are: as GeoJSON for maps elsewhere, as shapes that do not move for pictures of ours. */
@Service()
export class FenceOutlines {
  constructor(private readonly surroundings: LiveSurroundings) {}

  /** Null while a moving fence sleeps. */
  of(shape: FenceShape): Geometry | null {
    if (shape.type === 'polygon') return ringsGeometry([shape.coordinates]);
    if (shape.type === 'Polygon' || shape.type === 'MultiPolygon') return shape as unknown as Geometry;
    if (shape.type === 'circle') return ringsGeometry([ringAround(shape.center.lat, shape.center.lon, shape.radiusMeters)]);
    if (shape.type === 'corridor') {
      return ringsGeometry(shape.line.slice(1).map((to, index) => capsuleAround(shape.line[index] as Corner, to, shape.widthMeters / 2)));
    }
    const place = this.placeOf(shape);
    return place === undefined ? null : ringsGeometry([ringAround(place.lat, place.lon, shape.radiusMeters)]);
  }

  /** As it is now. Undefined while a moving fence sleeps. */
  still(shape: FenceShape): StillShape | undefined {
    if (shape.type !== 'moving') return shape;
    const place = this.placeOf(shape);
    return place && { type: 'circle', center: { lat: place.lat, lon: place.lon }, radiusMeters: shape.radiusMeters };
  }

  /** Where what a moving fence is around is now. */
  private placeOf(shape: FenceShape): Place | undefined {
    const entity = entityAround(shape);
    return entity && this.surroundings.find(entity.layer, entity.key);
  }
}
