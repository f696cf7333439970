/** What every report of something that moves says. */
interface Report {
  /** When the position was fixed, or without one when the report was made (ms since the epoch). */
  observedAt: number;
  /**
   * `observedAt` is when the report arrived, as its source gave no time or an impossible one. Such reports count in the order in which they
   * arrive, also within a millisecond.
   */
  isTimedOnArrival?: true;
  /** When the sender was last received, where that is later than its position (ms). */
  heardAt?: number;
  /** When this service got it (ms). */
  receivedAt: number;
  /** Who says so: `simulator`, `ais`, `aisstream`, `adsblol`, … */
  provider: string;
  /** Degrees; both or neither. */
  lat?: number;
  lon?: number;
  /** How far off the position may be (m), where it is known. */
  accuracyMeters?: number;
}

/** What sent an AIS message. */
export const stations = ['class_a', 'class_b', 'base_station', 'aid_to_navigation', 'sar_aircraft', 'emergency_beacon', 'other'] as const;
export type Station = (typeof stations)[number];

/**
 * The content of one AIS message. A missing field is not part of the message: the known value stays. Null means not available: dynamic values
 * (speed, course, heading, rate of turn, status) become unknown; other known values stay.
 */
export interface VesselReport extends Report {
  /** MMSI. */
  key: number;
  station?: Station;
  speedKnots?: number | null;
  /** True, over ground. */
  courseDegrees?: number | null;
  headingDegrees?: number | null;
  /** Degrees a minute, positive to starboard. */
  rateOfTurn?: number | null;
  /** 0–15, ITU-R M.1371 table 45. */
  navigationStatus?: number | null;
  imo?: number | null;
  name?: string | null;
  callsign?: string | null;
  /** 0–99, ITU-R M.1371 table 53. */
  shipTypeCode?: number | null;
  destination?: string | null;
  /** Milliseconds; the year, which AIS does not send, is the one that puts it nearest to the report. */
  eta?: number | null;
  draughtMeters?: number | null;
  lengthMeters?: number | null;
  beamMeters?: number | null;
  /** From the reference point of the position, mostly the antenna, to each side; all four or none. */
  toBowMeters?: number | null;
  toSternMeters?: number | null;
  toPortMeters?: number | null;
  toStarboardMeters?: number | null;
  /** `high`: better than 10 m, by differential correction. */
  positionAccuracy?: PositionAccuracy | null;
  /** Whether the receiver monitors the integrity of its satellites (RAIM). */
  raim?: boolean | null;
  /** How a class B station takes its turn to send. */
  classBUnit?: ClassBUnit | null;
  /** Of an aid to navigation: 1–31, ITU-R M.1371 table 74. */
  aidTypeCode?: number | null;
  /** Of an aid to navigation: there is no buoy, only the message. */
  virtual?: boolean | null;
  /** Of a floating aid to navigation. */
  offPosition?: boolean | null;
  /** Of a search-and-rescue aircraft. */
  altitudeMeters?: number | null;
  /** Name of the station that received the report. Left out means not known, too: it belongs to one report. */
  sourceStation?: string | null;
}

export const positionAccuracies = ['low', 'high'] as const;
export type PositionAccuracy = (typeof positionAccuracies)[number];

/** `sotdma` reserves its time slots like class A; `carrier_sense` sends when the channel is free. */
export const classBUnits = ['sotdma', 'carrier_sense'] as const;
export type ClassBUnit = (typeof classBUnits)[number];

export const emergencies = ['none', 'general', 'lifeguard', 'minfuel', 'nordo', 'unlawful', 'downed', 'reserved'] as const;
export type Emergency = (typeof emergencies)[number];

/** The content of one report about an aircraft; missing and null values as in `VesselReport`. */
export interface AircraftReport extends Report {
  /** The 24-bit address, with `NON_ICAO` added when it is not an ICAO address. */
  key: number;
  callsign?: string | null;
  registration?: string | null;
  /** ICAO type designator, `A320`. */
  aircraftType?: string | null;
  /** Barometric. */
  altitudeFeet?: number | null;
  geometricAltitudeFeet?: number | null;
  groundSpeedKnots?: number | null;
  trackDegrees?: number | null;
  verticalRateFpm?: number | null;
  /** Four octal digits. */
  squawk?: string | null;
  emergency?: Emergency | null;
  onGround?: boolean | null;
  /** Emitter category, `A0` to `D7`. */
  category?: string | null;
  /** Navigation accuracy and integrity categories, DO-260B: NACp 0–11, NIC 0–11. */
  nacP?: number | null;
  nic?: number | null;
  indicatedAirspeedKnots?: number | null;
  trueAirspeedKnots?: number | null;
  mach?: number | null;
  /** What the autopilot is set to. */
  selectedAltitudeFeet?: number | null;
  /** Where the wind comes from, degrees true. */
  windDirectionDegrees?: number | null;
  windSpeedKnots?: number | null;
  /** Strength of the signal in decibels below full scale. */
  rssiDbfs?: number | null;
  positionSource?: PositionSource | null;
  military?: boolean | null;
}

/** How a position was found: sent by the aircraft (`adsb`, `adsc` over satellite), rebroadcast (`adsr`, `tisb`), or computed from times of arrival (`mlat`). */
export const positionSources = ['adsb', 'adsr', 'tisb', 'adsc', 'mlat', 'mode_s', 'other'] as const;
export type PositionSource = (typeof positionSources)[number];

/** Takes what feeds have read. Never throws and never waits: a feed is not held up by what becomes of its reports. */
export abstract class ObservationSink {
  /** @returns whether it was news: false for a late, a repeated or an impossible report */
  abstract takeVessel(report: VesselReport): boolean;
  abstract takeAircraft(report: AircraftReport): boolean;
}
