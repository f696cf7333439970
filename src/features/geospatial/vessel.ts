import { type CommonState, certain, choice, decimal, flag, integer, name, type StateOf, text, time } from './fields.js';

/** Kinds of stations that send AIS messages. */
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
 * The fields of a vessel, in the order of responses. Live state, the messages between processes, stored states and
 * responses are derived from this table; only `VesselDto` repeats the fields. Processes identify a field by its index,
 * so new fields are added at the end.
 */
export const vesselFields = {
  imo: integer('fact', 1, 999_999_999),
  name: text(),
  callsign: text(),
  /** Ship type code, ITU-R M.1371 table 53. */
  shipTypeCode: integer('fact', 0, 99),
  station: certain('sender', stations, 'other'),
  speedKnots: decimal('motion'),
  /** Course over ground, in degrees true. */
  courseDegrees: decimal('motion'),
  headingDegrees: decimal('motion'),
  /** Positive values turn to starboard. */
  rateOfTurnDegreesPerMinute: decimal('motion'),
  /** Code of ITU-R M.1371 table 45. */
  navigationStatus: integer('motion', 0, 15),
  destination: text(),
  /** AIS sends no year; the time gets the year in which it is nearest to the report. */
  eta: time('fact'),
  draughtMeters: decimal('fact'),
  lengthMeters: decimal('fact'),
  beamMeters: decimal('fact'),
  /**
   * Distances from the reference point of the position, mostly the antenna, to bow, stern, port and starboard; all four
   * are known or unknown.
   */
  toBowMeters: integer('fact', 0, 511),
  toSternMeters: integer('fact', 0, 511),
  toPortMeters: integer('fact', 0, 63),
  toStarboardMeters: integer('fact', 0, 63),
  /** `high`: better than 10 m, with differential correction. */
  positionAccuracy: choice('motion', positionAccuracies),
  /** True if the receiver monitors the integrity of its satellites (RAIM). */
  raim: flag('motion'),
  /** The method by which a class B station chooses the time to send. */
  classBUnit: choice('motion', classBUnits),
  /** Code of the type of an aid to navigation, ITU-R M.1371 table 74. */
  aidTypeCode: integer('fact', 1, 31),
  /** True for an aid to navigation that exists only as AIS messages, without a buoy. */
  virtual: flag('motion'),
  /** True for a floating aid to navigation that is away from its position; null if unknown. */
  offPosition: flag('motion'),
  /** Altitude of a search-and-rescue aircraft. */
  altitudeMeters: integer('motion', 0, 4_094),
  /** Name of the station that received the report. */
  sourceStation: name('report'),
};

/** The merged latest state of a vessel or another AIS station. Null: never reported, or reported as not available. */
export interface Vessel extends CommonState, StateOf<typeof vesselFields> {}
