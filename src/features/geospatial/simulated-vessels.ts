import type { GeoEventReport } from './geo-event.js';
import type { VesselReport } from './observation.js';
import type { Position } from './position.js';

/** The nearest port within a distance of a position; undefined if no port is that near. */
export type PortNear = (lat: number, lon: number, withinMeters: number) => { port: Position } | undefined;

/** Finds the crossings of lines on a short straight way. */
export type CrossingsBetween = (
  from: Position,
  to: Position,
) => ReadonlyArray<{ id: string; direction: 1 | -1; fraction: number }>;

/** A passage of a simulated vessel across a line. */
export interface SimulatedPassage {
  /** The identifier of the line. */
  id: string;
  direction: 1 | -1;
  /** ms */
  at: number;
}

/** A stay of a simulated vessel at one position, from a time to before another one (ms). */
export interface SimulatedStay extends Position {
  from: number;
  to: number;
  /** Code of ITU-R M.1371 table 45. */
  navigationStatus: number;
}

/** A simulated vessel, whose reports of any time can be computed. Times are in ms; `from` inclusive, `to` exclusive. */
export interface SimulatedVessel {
  mmsi: number;
  name: string;
  typeCode: number;
  lengthMeters: number;
  beamMeters: number;
  draughtMeters: number;
  /** Returns the reports by which the detector of port calls decides, oldest first. */
  callReports(from: number, to: number, near: PortNear): Iterable<VesselReport>;
  /** Returns the reports that show the track, oldest first. */
  trackReports(from: number, to: number): Iterable<VesselReport>;
  /** Returns the passages across lines. @param between must be the same function in every call */
  passages(from: number, to: number, between: CrossingsBetween): Iterable<SimulatedPassage>;
  /** Returns the stays at berths and at anchor, oldest first. */
  stays(from: number, to: number): Iterable<SimulatedStay>;
}

/** A port call of the past. */
export type PastCall = Omit<GeoEventReport, 'provider'>;

/** Receives the vessels of a new simulated world before their first live report. */
export type TakeVessels = (vessels: readonly SimulatedVessel[], signal: AbortSignal) => Promise<void>;

/** Stores the past of simulated vessels. */
export abstract class VesselPast {
  /**
   * Adds the past of vessels. It resolves before their tracks are stored, and is called before the first live report,
   * so that no live report ends a port call that ended before.
   * @param adopt receives the port calls of a vessel, oldest first
   */
  abstract add(
    vessels: readonly SimulatedVessel[],
    adopt: (calls: PastCall[]) => void,
    signal: AbortSignal,
  ): Promise<void>;
}
