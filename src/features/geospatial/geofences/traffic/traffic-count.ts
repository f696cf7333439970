import { HOUR_MS, MINUTE_MS } from '../../../../time/durations.js';
import { boxArea, polygonArea } from '../../area.js';
import { boxAroundAll, widened } from '../../box.js';
import { SIMULATOR } from '../../data-origin.js';
import type { Layer } from '../../layer.js';
import type { LiveState } from '../../live/live-state.js';
import { isStationary } from '../../stationary.js';
import { prepareFence } from '../engine/fence-shape.js';
import type { PositionLookup } from '../engine/position-lookup.js';
import type { WatchedFence } from '../engine/watched-fence.js';

/** Maximum age (ms) of the position of an object that counts: vessels at anchor report every three minutes or less. */
const MAX_AGE_MS: Readonly<Record<Layer, number>> = { vessels: HOUR_MS, aircraft: 5 * MINUTE_MS };
/** Width (degrees) of the surroundings of a geofence in which an object shows reception. */
const MARGIN_DEGREES: Readonly<Record<Layer, number>> = { vessels: 0.5, aircraft: 1 };

/** The objects in a geofence at a moment, real and simulated ones; undefined without reception in or around it. */
export interface TrafficCount {
  real: number | undefined;
  simulated: number | undefined;
}

/** Counts the objects of a layer in a geofence, as far as its policy includes them. */
export function countTraffic(
  live: LiveState,
  positions: PositionLookup,
  fence: WatchedFence,
  layer: Layer,
  now: number,
): TrafficCount {
  const { shape, policy } = fence.geofence;
  // A moving geofence is where its object is now.
  if (fence.follows !== undefined)
    fence.shape = prepareFence(shape, positions.find(fence.follows.layer, fence.follows.key));
  const count: TrafficCount = { real: undefined, simulated: undefined };
  if (fence.shape === undefined) return count;
  const objects = layer === 'vessels' ? live.vessels : live.aircraft;
  const { station } = live.vesselColumns.at;
  const isKnown = (slot: number) =>
    now - objects.observedAt(slot) <= MAX_AGE_MS[layer] && !(layer === 'vessels' && isStationary(station(slot)));
  const kindOf = (slot: number) => (objects.providerAt(slot) === SIMULATOR ? 'simulated' : 'real');
  const isExact = policy.accuracyGateMeters !== null || (layer === 'aircraft' && policy.altitudeFeet !== null);
  for (const slot of objects.within(polygonArea(fence.shape))) {
    if (!isKnown(slot)) continue;
    const kind = kindOf(slot);
    count[kind] ??= 0;
    const key = objects.keyAt(slot);
    if (!fence.appliesTo(layer, key)) continue;
    const position = isExact ? positions.find(layer, key) : undefined;
    if (isExact && !(position && fence.accepts(layer, position) && fence.contains(layer, position))) continue;
    count[kind] += 1;
  }
  if (count.real !== undefined && count.simulated !== undefined) return count;
  const surroundings = widened(boxAroundAll(fence.shape.boxes), MARGIN_DEGREES[layer]);
  for (const slot of objects.within(boxArea(surroundings))) if (isKnown(slot)) count[kindOf(slot)] ??= 0;
  return count;
}
