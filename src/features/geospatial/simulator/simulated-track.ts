import type { Layer } from '../layer.js';
import { SeaLanes } from './sea-lanes.js';
import { SimulatedAircraft } from './simulated-aircraft.js';
import { SimulatedShips } from './simulated-ships.js';

export interface SimulatedFix {
  /** ms */
  observedAt: number;
  lat: number;
  lon: number;
  speedKnots: number;
  courseDegrees: number;
  /** Null for vessels. */
  altitudeFeet: number | null;
}

let made: { seed: number; ships: SimulatedShips; aircraft: SimulatedAircraft } | undefined;

/** The simulated world of a seed; the last one is kept, as it takes a moment to make. */
export function simulatedWorld(seed: number): { ships: SimulatedShips; aircraft: SimulatedAircraft } {
  if (made?.seed !== seed) made = { seed, ships: SimulatedShips.make(seed, new SeaLanes()), aircraft: SimulatedAircraft.make(seed) };
  return made;
}

/**
 * Positions of a simulated vessel or aircraft at every step of a time range, whether it reports then or not.
 * @param key MMSI or address: of `simulatedWorld(seed)`, `ships.mmsis` and `aircraft.addresses`
 * @param from the first time (ms); @param to none is after it (ms)
 * @returns no positions for parked aircraft and unknown keys
 */
export function simulatedTrack(layer: Layer, key: number, from: number, to: number, stepSeconds: number, seed = 1): SimulatedFix[] {
  const { ships, aircraft } = simulatedWorld(seed);
  const fixes: SimulatedFix[] = [];
  for (let observedAt = from; observedAt <= to; observedAt += stepSeconds * 1000) {
    if (layer === 'vessels') {
      const place = ships.placeOf(key, observedAt);
      if (place)
        fixes.push({ observedAt, lat: place.lat, lon: place.lon, speedKnots: place.speedKnots, courseDegrees: place.courseDegrees, altitudeFeet: null });
      continue;
    }
    const state = aircraft.stateOf(key, observedAt);
    if (!state) continue;
    const { lat, lon, groundSpeedKnots: speedKnots, trackDegrees: courseDegrees, altitudeFeet } = state;
    fixes.push({ observedAt, lat, lon, speedKnots, courseDegrees, altitudeFeet });
  }
  return fixes;
}
