import type { AircraftIdentity } from './aircraft-identity.js';
import type { Member } from './fleet.js';
import type { Flight } from './flight.js';

/** A flight of a round, which begins `startMs` after it. */
export interface Leg {
  startMs: number;
  /** IATA codes of the airports. */
  from: string;
  to: string;
  flight: Flight;
  callsign: string;
  squawk: string;
}

/** A simulated aircraft, which repeats a round of flights and stops. */
export interface Aircraft extends AircraftIdentity, Member {
  legs: readonly Leg[];
  /** Duration of all flights and stops (ms), after which they repeat. */
  roundMs: number;
  /** Position in the round at the epoch (ms). */
  offsetMs: number;
}
