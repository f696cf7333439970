import type { Area } from '../area.js';
import type { Layer } from '../layer.js';
import { isStationary } from '../stationary.js';
import type { LiveState } from './live-state.js';

/**
 * Returns the slots of vessels or aircraft in an area, without base stations and aids to navigation, which do not move.
 */
export function movingWithin({ vessels, vesselColumns, aircraft }: LiveState, layer: Layer, area: Area): Int32Array {
  if (layer === 'aircraft') return aircraft.within(area);
  const { station } = vesselColumns.at;
  return vessels.within(area).filter((slot) => !isStationary(station(slot)));
}
