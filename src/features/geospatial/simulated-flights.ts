import type { HOLDING, HoldingReport } from './holding.js';
import type { AircraftReport } from './observation.js';
import type { Fix } from './track-point.js';

/** A hold of a simulated aircraft before a landing, from a time to another one (ms). */
export interface PastHold {
  from: number;
  to: number;
  callsign: string;
  /** Emitter category of the aircraft. */
  category: string;
  /** The reports in the hold and some minutes before and after it, oldest first. */
  reports: Iterable<Fix>;
}

/**
 * A simulated aircraft, whose positions of any time can be computed. Times are in ms; `from` is inclusive, `to`
 * exclusive.
 */
export interface PastAircraft {
  icao24: number;
  /** Returns the positions that show the track, oldest first. */
  track(from: number, to: number): Iterable<Fix>;
  /** Returns the callsigns of the flights in a time range, with the times from which they are reported. */
  callsigns(from: number, to: number): Iterable<{ since: number; callsign: string }>;
  /** Returns the holds, oldest first. */
  holds(from: number, to: number): Iterable<PastHold>;
  /** Returns the last report of an aircraft that is parked at a time (ms); undefined for one that is not parked. */
  parked(now: number): AircraftReport | undefined;
}

/** A report of the past about a holding pattern: its start, or its end. */
export type PastHolding = HoldingReport & { type: typeof HOLDING };

/** Receives the aircraft of a new simulated world before their first live report. */
export type TakeFlights = (aircraft: readonly PastAircraft[], signal: AbortSignal) => Promise<void>;

/** Stores the past of simulated aircraft. */
export abstract class AircraftPast {
  /**
   * Adds the past of aircraft. It resolves before their tracks are stored, and is called before the first live report.
   * @param adopt receives the starts and ends of the holding patterns of an aircraft, oldest first
   */
  abstract add(
    aircraft: readonly PastAircraft[],
    adopt: (holdings: PastHolding[]) => void,
    signal: AbortSignal,
  ): Promise<void>;
}
