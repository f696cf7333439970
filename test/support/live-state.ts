import 'reflect-metadata';
import { Environment } from '../../src/config/environment.js';
import { GeospatialConfig } from '../../src/features/geospatial/geospatial.config.js';
import { LiveState } from '../../src/features/geospatial/live/live-state.js';
import type { AircraftReport, VesselReport } from '../../src/features/geospatial/observation.js';
import { createLog } from '../../src/logging/log.js';
import { ManualClock } from './manual-clock.js';

/** Returns a live state under a clock that only tests advance. */
export function liveState(env: Record<string, string> = {}) {
  const clock = new ManualClock();
  const logged: string[] = [];
  const log = createLog({ logLevel: 'debug' }, { write: (line) => void logged.push(line) });
  const picture = new LiveState(new GeospatialConfig(new Environment(env)), clock, log);
  const now = () => clock.now();
  /** Reports a vessel. Default: off Rotterdam, now. */
  const vessel = (report: Partial<VesselReport> = {}): boolean =>
    picture.takeVessel({
      key: 219024336,
      provider: 'test',
      observedAt: now(),
      receivedAt: now(),
      lat: 51.9,
      lon: 4.1,
      ...report,
    });
  const aircraft = (report: Partial<AircraftReport> = {}): boolean =>
    picture.takeAircraft({
      key: 0x4ca2d6,
      provider: 'test',
      observedAt: now(),
      receivedAt: now(),
      lat: 51.9,
      lon: 4.1,
      ...report,
    });
  /** Reports a vessel without a position. */
  const words = (report: Partial<VesselReport> = {}): boolean => vessel({ lat: undefined, lon: undefined, ...report });
  return { picture, clock, log, logged, vessel, aircraft, words };
}
