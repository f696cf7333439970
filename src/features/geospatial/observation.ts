import type { aircraftFields } from './aircraft.js';
import type { ReportedOf } from './fields.js';
import type { Layer } from './layer.js';
import type { vesselFields } from './vessel.js';

/** The fields of every report of a moving object. */
interface Report {
  /** MMSI, or the 24-bit address with `NON_ICAO` added when it is not an ICAO address. */
  key: number;
  /** Time of the position, or of the report if it has no position (ms since the epoch). */
  observedAt: number;
  /**
   * True: `observedAt` is the time of arrival, because the source gave no time or an impossible one. Such reports are
   * ordered by their arrival, also within a millisecond.
   */
  isTimedOnArrival?: true;
  /**
   * Time at which the receiver last received a message of the sender, if it is later than the time of the position
   * (ms).
   */
  heardAt?: number;
  /** Time at which this service received the report (ms). */
  receivedAt: number;
  /** The provider of the report: `simulator`, `ais`, `aisstream`, `adsblol`, … */
  provider: string;
  /** Latitude and longitude in degrees; a report has both or neither. */
  lat?: number;
  lon?: number;
  /** Maximum error of the position (m); missing or null if unknown. */
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
  /** @returns true if the report was kept; false for a late, repeated or impossible report */
  abstract takeVessel(report: VesselReport): boolean;
  abstract takeAircraft(report: AircraftReport): boolean;
}

/** Counts the reports that a feed reads, for the coverage. */
export interface ReportCounter {
  count(
    feed: string,
    layer: Layer,
    report: Pick<Report, 'lat' | 'lon' | 'observedAt' | 'receivedAt' | 'provider'>,
  ): void;
}
