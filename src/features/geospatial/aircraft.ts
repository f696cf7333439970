import type { Emergency, PositionSource } from './observation.js';
import type { Position } from './position.js';

/** An aircraft as its reports taken together have it. Null: never said, or said to be unknown. */
export interface Aircraft {
  /** The 24-bit address, see `NON_ICAO`. */
  key: number;
  position: Position | null;
  accuracyMeters: number | null;
  callsign: string | null;
  registration: string | null;
  aircraftType: string | null;
  altitudeFeet: number | null;
  geometricAltitudeFeet: number | null;
  groundSpeedKnots: number | null;
  trackDegrees: number | null;
  verticalRateFpm: number | null;
  squawk: string | null;
  emergency: Emergency | null;
  onGround: boolean | null;
  category: string | null;
  nacP: number | null;
  nic: number | null;
  indicatedAirspeedKnots: number | null;
  trueAirspeedKnots: number | null;
  mach: number | null;
  selectedAltitudeFeet: number | null;
  windDirectionDegrees: number | null;
  windSpeedKnots: number | null;
  rssiDbfs: number | null;
  positionSource: PositionSource | null;
  military: boolean | null;
  observedAt: number;
  receivedAt: number;
  provider: string;
}
