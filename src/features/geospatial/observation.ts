import type { aircraftFields } from './aircraft.js';
import type { ReportedOf } from './fields.js';
import type { vesselFields } from './vessel.js';

/** The fields of every report of a moving object. */
interface Report {
  /** MMSI, or the 24-bit address with `NON_ICAO` added when it is not an ICAO address. */
  key: number;
  /** When the position was fixed, or without one when the report was made (ms since the epoch). */
  observedAt: number;
  /**
   * `observedAt` is when the report arrived, as its source gave no time or an impossible one. Such reports count in the
   * order in which they arrive, also within a millisecond.
   */
  isTimedOnArrival?: true;
  /** When the sender was last received, where that is later than its position (ms). */
  heardAt?: number;
  /** When this service got it (ms). */
  receivedAt: number;
  /** The provider of the report: `simulator`, `ais`, `aisstream`, `adsblol`, … */
  provider: string;
  /** Degrees; both or neither. */
  lat?: number;
  lon?: number;
  /** The greatest error of the position (m), where it is known. */
  accuracyMeters?: number;
}

/**
 * The content of one AIS message. A missing field is not part of the message: the known value stays. Null means not
 * available: dynamic values (speed, course, heading, rate of turn, status) become unknown; other known values stay.
 */
export interface VesselReport extends Report, ReportedOf<typeof vesselFields> {}

/** The content of one report about an aircraft; missing and null values as in `VesselReport`. */
export interface AircraftReport extends Report, ReportedOf<typeof aircraftFields> {}

/**
 * Receives the reports that feeds have read. Never throws and never waits, so the processing of reports does not delay
 * a feed.
 */
export abstract class ObservationSink {
  /** @returns whether it was news: false for a late, a repeated or an impossible report */
  abstract takeVessel(report: VesselReport): boolean;
  abstract takeAircraft(report: AircraftReport): boolean;
}
