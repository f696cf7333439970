import type { ClassBUnit, PositionAccuracy, Station } from './observation.js';
import type { Position } from './position.js';

/** The merged latest state of a vessel or another AIS station. Null: never reported, or reported as not available. */
export interface Vessel {
  /** MMSI. */
  key: number;
  station: Station;
  /** Null until a report has one. */
  position: Position | null;
  accuracyMeters: number | null;
  speedKnots: number | null;
  courseDegrees: number | null;
  headingDegrees: number | null;
  rateOfTurn: number | null;
  navigationStatus: number | null;
  imo: number | null;
  name: string | null;
  callsign: string | null;
  shipTypeCode: number | null;
  destination: string | null;
  eta: number | null;
  draughtMeters: number | null;
  lengthMeters: number | null;
  beamMeters: number | null;
  toBowMeters: number | null;
  toSternMeters: number | null;
  toPortMeters: number | null;
  toStarboardMeters: number | null;
  positionAccuracy: PositionAccuracy | null;
  raim: boolean | null;
  classBUnit: ClassBUnit | null;
  aidTypeCode: number | null;
  virtual: boolean | null;
  offPosition: boolean | null;
  altitudeMeters: number | null;
  /** Name of the station that received the latest report. */
  sourceStation: string | null;
  /** Time of the position; of the latest report without a position (ms). */
  observedAt: number;
  receivedAt: number;
  /** Of the latest report. */
  provider: string;
}
