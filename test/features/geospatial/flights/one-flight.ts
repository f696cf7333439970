import type { Fix } from '../../../../src/features/geospatial/track-point.js';
import { MINUTE } from '../../../support/service-for.js';

export const START = Date.UTC(2026, 10, 20, 12);
export const DUBLIN = { lat: 53.42, lon: -6.27 };
export const LONDON = { lat: 51.47, lon: -0.46 };

/** Returns a flight along a line, one position a minute: two minutes on the ground, climb, cruise, descent, ground. */
export function flightBetween(
  from: { lat: number; lon: number },
  to: { lat: number; lon: number },
  { start = START, minutes = 60, cruise = 36_000 } = {},
): Fix[] {
  return Array.from({ length: minutes + 4 }, (_, minute): Fix => {
    const flown = Math.min(1, Math.max(0, (minute - 2) / minutes));
    const isGround = minute < 2 || minute > minutes + 1;
    const slope = Math.min(flown, 1 - flown) * 4;
    const position = { lat: from.lat + (to.lat - from.lat) * flown, lon: from.lon + (to.lon - from.lon) * flown };
    const altitudeFeet = isGround ? Number.NaN : Math.max(600, Math.round(Math.min(1, slope) * cruise));
    const motion = { speedKnots: isGround ? 15 : 290, courseDegrees: 113 };
    return { ...position, observedAt: start + minute * MINUTE, altitudeFeet, ...motion };
  });
}
