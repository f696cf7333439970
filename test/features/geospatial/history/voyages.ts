import type { LiveState } from '../../../../src/features/geospatial/live/live-state.js';
import { destination } from '../../../../src/features/geospatial/sphere.js';
import type { ManualClock } from '../../../support/manual-clock.js';

/** One report of a vessel or aircraft. `at` in ms. */
export interface Said {
  at: number;
  lat: number;
  lon: number;
  speedKnots: number;
  courseDegrees: number;
}

export interface Leg {
  courseDegrees: number;
  speedKnots: number;
  minutes: number;
}

/** Returns the reports of a vessel that sails consecutive legs, one every `everySeconds`. */
export function voyage(
  start: { lat: number; lon: number; at: number },
  legs: readonly Leg[],
  everySeconds = 10,
): Said[] {
  const said: Said[] = [];
  let { lat, lon, at } = start;
  for (const { courseDegrees, speedKnots, minutes } of legs) {
    for (let seconds = 0; seconds < minutes * 60; seconds += everySeconds) {
      said.push({ at, lat, lon, speedKnots, courseDegrees });
      ({ lat, lon } = destination(lat, lon, courseDegrees, speedKnots * (1_852 / 3_600) * everySeconds));
      at += everySeconds * 1_000;
    }
  }
  return said;
}

/** The live state that receives reports, and its clock. */
interface Hearing {
  picture: LiveState;
  clock: ManualClock;
}

/** Sets the clock to the time of each report, calls `take`, and finally sets the clock back to the present. */
function inTheirTime({ clock }: Hearing, said: readonly Said[], take: (one: Said) => void): void {
  const now = clock.now();
  for (const one of said) {
    clock.advance(one.at - clock.now());
    take(one);
  }
  clock.advance(now - clock.now());
}

/** Sends the reports of a vessel to the live state, each at its own time. */
export function report(hearing: Hearing, key: number, said: readonly Said[], more: object = {}): void {
  inTheirTime(hearing, said, ({ at, ...rest }) => {
    hearing.picture.takeVessel({ key, observedAt: at, receivedAt: at, provider: 'ais', ...rest, ...more });
  });
}

/** Sends the reports of an aircraft to the live state, each at its own time. */
export function reportFlight(hearing: Hearing, key: number, said: readonly Said[], altitudeFeet = 30_000): void {
  inTheirTime(hearing, said, ({ at, lat, lon, speedKnots, courseDegrees }) => {
    const moving = { groundSpeedKnots: speedKnots, trackDegrees: courseDegrees, altitudeFeet };
    hearing.picture.takeAircraft({ key, observedAt: at, receivedAt: at, provider: 'adsb', lat, lon, ...moving });
  });
}
