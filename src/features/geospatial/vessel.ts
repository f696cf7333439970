import { type CommonState, certain, choice, decimal, flag, integer, name, type StateOf, text, time } from './fields.js';

/** Kinds of senders of AIS messages. */
export const stations = [
  'class_a',
  'class_b',
  'base_station',
  'aid_to_navigation',
  'sar_aircraft',
  'emergency_beacon',
  'other',
] as const;
export type Station = (typeof stations)[number];

export const positionAccuracies = ['low', 'high'] as const;

/** `sotdma` reserves its time slots like class A; `carrier_sense` sends when the channel is free. */
export const classBUnits = ['sotdma', 'carrier_sense'] as const;

/**
 * The fields of a vessel, in the order of answers. Live state, the messages between processes, stored states and
 * answers all follow from this table; only `VesselDto` describes the fields again. Processes know a field by its place,
 * so a new one comes last.
 */
export const vesselFields = {
  imo: integer('fact', 1, 999_999_999),
  name: text(),
  callsign: text(),
  /** ITU-R M.1371 table 53. */
  shipTypeCode: integer('fact', 0, 99),
  station: certain('sender', stations, 'other'),
  speedKnots: decimal('motion'),
  /** True, over ground. */
  courseDegrees: decimal('motion'),
  headingDegrees: decimal('motion'),
  /** Positive to starboard. */
  rateOfTurnDegreesPerMinute: decimal('motion'),
  /** ITU-R M.1371 table 45. */
  navigationStatus: integer('motion', 0, 15),
  destination: text(),
  /** The year, which AIS does not send, is the one that puts it nearest to the report. */
  eta: time('fact'),
  draughtMeters: decimal('fact'),
  lengthMeters: decimal('fact'),
  beamMeters: decimal('fact'),
  /** From the reference point of the position, mostly the antenna, to each side; all four are known or unknown. */
  toBowMeters: integer('fact', 0, 511),
  toSternMeters: integer('fact', 0, 511),
  toPortMeters: integer('fact', 0, 63),
  toStarboardMeters: integer('fact', 0, 63),
  /** `high`: better than 10 m, by differential correction. */
  positionAccuracy: choice('motion', positionAccuracies),
  /** Whether the receiver monitors the integrity of its satellites (RAIM). */
  raim: flag('motion'),
  /** The way in which a class B station takes its turn to send. */
  classBUnit: choice('motion', classBUnits),
  /** Type of an aid to navigation: ITU-R M.1371 table 74. */
  aidTypeCode: integer('fact', 1, 31),
  /** For an aid to navigation: there is no buoy, only the message. */
  virtual: flag('motion'),
  /** For a floating aid to navigation. */
  offPosition: flag('motion'),
  /** Altitude of a search-and-rescue aircraft. */
  altitudeMeters: integer('motion', 0, 4_094),
  /** Name of the station that received the report. */
  sourceStation: name('report'),
};

/** The merged latest state of a vessel or another AIS station. Null: never reported, or reported as not available. */
export interface Vessel extends CommonState, StateOf<typeof vesselFields> {}
