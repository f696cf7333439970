import { Service } from 'typedi';
import { polygonArea } from '../../area.js';
import type { PreparedShape } from '../../geometry/prepared-shape.js';
import type { Layer } from '../../layer.js';
import { LiveState } from '../../live/live-state.js';
import type { Place, Surroundings } from './surroundings.js';

/** The surroundings as the live picture has them. */
@Service()
export class LiveSurroundings implements Surroundings {
  constructor(private readonly picture: LiveState) {}

  find(layer: Layer, key: number): Place | undefined {
    const state = layer === 'vessels' ? this.picture.vessels.get(key) : this.picture.aircraft.get(key);
    if (!state?.position) return undefined;
    const altitudeFeet = 'altitudeFeet' in state ? state.altitudeFeet : null;
    return { ...state.position, observedAt: state.observedAt, altitudeFeet: altitudeFeet ?? Number.NaN, accuracyMeters: state.accuracyMeters ?? Number.NaN };
  }

  within(layer: Layer, shape: PreparedShape): number[] {
    const objects = layer === 'vessels' ? this.picture.vessels : this.picture.aircraft;
    return Array.from(objects.within(polygonArea(shape)), (slot) => objects.keyAt(slot));
  }
}
